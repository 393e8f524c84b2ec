import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { orderExtensionRelease } from '#server/payments/escrow/extension-release.ts'
import { refusedSince } from '#server/payments/escrow/payment-outcome.ts'
import { lockPayment } from '#server/payments/record/payment-store.ts'

/**
 * Money of extensions that could not be sent on to its creator at once. A refused transfer is ordered again after a
 * day.
 */
export const extensionReleaseClocks: Clocks = {
  'extensions that were held up': async (deps, now) => {
    const found = await rows<{ id: string }>(
      deps.pool,
      sql`select id from payments where purpose = 'extension' and status = 'held_in_escrow' and moving is null
        and came_back is null and not disputed and not ${refusedSince(daysBefore(now, 1), ['release'])}
        order by created_at`,
    )
    return found.map(({ id }) => async () => {
      await inTransaction(deps.pool, async (tx) => {
        const payment = await lockPayment(tx, id)
        if (payment !== null) await orderExtensionRelease(tx, payment, now)
      })
    })
  },
}
