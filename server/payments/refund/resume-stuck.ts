import type { Clock } from '#server/clocks/tick.ts'
import { maybeRow, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { lockPayment, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** Returns the clock that goes on with stuck payments. `stuckAt` selects them: a statement from its `from` on. */
export const resumeStuck =
  (
    stuckAt: (now: Date) => Statement,
    goOn: (tx: Tx, payment: PaymentRow, now: Date) => Promise<unknown>,
  ): Clock =>
  async (deps, now) => {
    const stuck = stuckAt(now)
    const found = await rows<{ id: string }>(deps.pool, sql`select id ${stuck}`)
    return found.map(({ id }) => async () => {
      await inTransaction(deps.pool, async (tx) => {
        const payment = await lockPayment(tx, id)
        // Checked again under its lock: someone else may have gone on with it meanwhile.
        const still = await maybeRow(tx, sql`select 1 ${stuck} and id = ${id}`)
        if (payment !== null && still !== null) await goOn(tx, payment, now)
      })
    })
  }
