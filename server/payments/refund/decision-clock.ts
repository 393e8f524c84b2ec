import { WAYS_OUT } from '#contract/payments.ts'
import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusedSince } from '#server/payments/escrow/payment-outcome.ts'
import { orderNext } from './payment-decision.ts'
import { lockPayment } from '#server/payments/record/payment-store.ts'

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
  'decisions that were held up': async (deps, now) => {
    const stuck = stuckAt(now)
    const found = await rows<{ id: string }>(deps.pool, sql`select id ${stuck}`)
    return found.map(({ id }) => async () => {
      await inTransaction(deps.pool, async (tx) => {
        const payment = await lockPayment(tx, id)
        // Checked again under its lock: it may have been resumed meanwhile.
        const still = await maybeRow(tx, sql`select 1 ${stuck} and id = ${id}`)
        if (payment !== null && still !== null) await orderNext(tx, payment, now)
      })
    })
  },
}
