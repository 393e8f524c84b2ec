import { WAYS_OUT } from '#contract/payments.ts'
import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { sql, type Statement } from '#server/db/sql.ts'
import { refusedSince } from '#server/payments/escrow/payment-outcome.ts'
import { orderNext } from './payment-decision.ts'
import { resumeStuck } from './resume-stuck.ts'

/**
 * Finds decided money that is stuck: its creator could not be paid, a bank disputed it meanwhile, or the provider
 * refused (retried after a day). The next movement is ordered as soon as nothing is in the way.
 */
const stuckAt = (
  now: Date,
): Statement => sql`from payments where status = 'held_in_escrow' and decided_refund is not null
  and moving is null and not disputed and not ${refusedSince(daysBefore(now, 1), WAYS_OUT)}`

/** Resumes stuck decisions. */
export const decisionClocks: Clocks = {
  'decisions that were held up': resumeStuck(stuckAt, orderNext),
}
