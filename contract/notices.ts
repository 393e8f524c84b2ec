import { blockNotices } from './block-notices.ts'
import { clockNotices } from './clock-notices.ts'
import { dealNotices } from './deal-notices.ts'
import { disputeNotices } from './dispute-notices.ts'
import type { NoticeKind } from './events.ts'
import { moneyNotices } from './money-notices.ts'
import { amendmentNotices } from './amendment-notices.ts'
import { licenceNotices } from './licence-notices.ts'
import { offerNotices } from './offer-notices.ts'
import { operatorNotices } from './operator-notices.ts'
import { packageOrderNotices } from './package-order-notices.ts'
import type { Notice, NoticeLine } from './notice.ts'
import type { Audience } from './notifications.ts'
import { reportNotices } from './report-notices.ts'
import { reputationNotices } from './reputation-notices.ts'
import { shippingNotices } from './shipping-notices.ts'

/** Who is notified of every event and every clock notice; a missing or an extra one does not compile. */
export const notices: Record<NoticeKind, NoticeLine> = {
  ...dealNotices,
  ...offerNotices,
  ...amendmentNotices,
  ...packageOrderNotices,
  ...moneyNotices,
  ...licenceNotices,
  ...shippingNotices,
  ...disputeNotices,
  ...reputationNotices,
  ...reportNotices,
  ...blockNotices,
  ...clockNotices,
  ...operatorNotices,
}

/** Returns the notice of an event for one side; null when that side gets none. */
export function noticeFor(kind: NoticeKind, audience: Audience): Notice | null {
  const line = notices[kind]
  return 'nobody' in line ? null : (line[audience] ?? null)
}
