import { clockNotices } from './clock-notices.ts'
import { dealNotices } from './deal-notices.ts'
import { disputeNotices } from './dispute-notices.ts'
import type { NoticeKind } from './events.ts'
import { moneyNotices } from './money-notices.ts'
import { operatorNotices } from './operator-notices.ts'
import type { Notice, NoticeLine } from './notice.ts'
import type { Audience } from './notifications.ts'

/** Who is told what of every event and every clock; one missing or one too many does not compile. */
export const notices: Record<NoticeKind, NoticeLine> = {
  ...dealNotices,
  ...moneyNotices,
  ...disputeNotices,
  ...clockNotices,
  ...operatorNotices,
}

/** What an event tells one side; null where that side is not told. */
export function noticeFor(kind: NoticeKind, audience: Audience): Notice | null {
  const line = notices[kind]
  return 'nobody' in line ? null : (line[audience] ?? null)
}
