import type { CronItem } from 'graphile-worker'
import { rejectionClocks } from '#server/applications/rejection-clock.ts'
import { raiseDispute } from '#server/disputes/dispute-moves.ts'
import { disputeClocks } from '#server/disputes/dispute-clock.ts'
import { reviewClocks } from '#server/deliverables/review-clock.ts'
import type { Deps } from '#server/deps/deps.ts'
import { unpaidDealClocks } from '#server/payments/fund/unpaid-deal-clock.ts'
import { extensionReleaseClocks } from '#server/payments/release/extension-clock.ts'
import { extensionClocks, licenceClocks } from '#server/licences/licence-clock.ts'
import { invitationClocks } from '#server/invitations/invitation-clock.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { digestClocks } from '#server/notifications/digest-clock.ts'
import { amendmentClocks } from '#server/amendments/amendment-clock.ts'
import { offerClocks } from '#server/offers/offer-clock.ts'
import { agreedRefundClocks } from '#server/payments/refund/agreed-refund-clock.ts'
import { decisionClocks } from '#server/payments/refund/decision-clock.ts'
import { releaseClocks } from '#server/payments/release/release-clock.ts'
import { orderClocks } from '#server/orders/order-clock.ts'
import { deadlineClocks } from '#server/projects/deadline-clock.ts'
import { dealReviewClocks } from '#server/reputation/deal-review-clock.ts'
import { ringClocks } from '#server/rings/ring-clock.ts'
import { shippingClocks } from '#server/shipping/shipping-clock.ts'
import { trackRecordClocks } from '#server/track-records/track-record-clock.ts'
import { savedSearchClocks } from '#server/saved-searches/saved-search-clock.ts'
import { hiringClocks } from '#server/seats/hiring-clock.ts'
import { type Clocks, tick } from '#server/clocks/tick.ts'
import { forgetAll } from '#server/retention/forget-past.ts'
import { SHORT_LIVED } from '#server/retention/forgetting-rules.ts'
import { proposalClocks } from '#server/operator/proposal-clock.ts'

/**
 * Every clock of the product. A review's outcome comes before its reminders: a reminder after the outcome is obsolete.
 */
const clocks: Clocks = {
  ...reviewClocks(raiseDispute),
  ...releaseClocks,
  ...decisionClocks,
  ...agreedRefundClocks,
  ...disputeClocks,
  ...proposalClocks,
  ...rejectionClocks,
  ...offerClocks,
  ...amendmentClocks,
  ...invitationClocks,
  ...orderClocks,
  ...unpaidDealClocks,
  ...hiringClocks,
  ...deadlineClocks,
  ...shippingClocks,
  ...licenceClocks,
  ...extensionClocks,
  ...extensionReleaseClocks,
  ...dealReviewClocks,
  ...ringClocks,
  ...trackRecordClocks,
  ...digestClocks,
  ...savedSearchClocks,
  'what may be forgotten': async (deps, now) => [
    async () => {
      await forgetAll(deps.pool, SHORT_LIVED, now)
    },
  ],
}

/** The job that ticks the clocks: it handles whatever is due at `deps.clock()`. */
export function clockTasks(deps: Deps): Pick<Tasks, 'clocks.tick'> {
  return { 'clocks.tick': () => tick(deps, clocks) }
}

/**
 * Every minute, in whichever process takes the job; the queue creates one job per minute however many processes there
 * are. It has as many attempts as any job: with a single one, a process killed in the middle of a tick would leave a
 * failed job.
 */
export const CLOCK_CRONTAB: CronItem[] = [
  { match: '* * * * *', task: 'clocks.tick', options: { jobKey: 'clocks.tick' } },
]
