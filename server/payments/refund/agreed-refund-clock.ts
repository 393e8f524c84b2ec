import { WAYS_OUT } from '#contract/payments.ts'
import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { sql, type Statement } from '#server/db/sql.ts'
import { claimAgreedRefund } from '#server/payments/escrow/payment-claims.ts'
import { refusedSince } from '#server/payments/escrow/payment-outcome.ts'
import { resumeStuck } from './resume-stuck.ts'

/**
 * Finds agreed returns that did not leave: a bank disputed the charge meanwhile, or the provider refused (ordered again
 * after a day). An operator's decision takes them over.
 */
const stuckAt = (
  now: Date,
): Statement => sql`from payments where status = 'held_in_escrow' and agreed_refund > returned_part
  and moving is null and decided_refund is null and not disputed and deal_dispute_id is null
  and not ${refusedSince(daysBefore(now, 1), WAYS_OUT)}`

/** Orders stuck agreed returns again. */
export const agreedRefundClocks: Clocks = {
  'agreed returns that were held up': resumeStuck(stuckAt, (tx, payment, now) =>
    claimAgreedRefund(tx, payment, null, now),
  ),
}
