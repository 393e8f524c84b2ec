import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  orderExtensionRelease,
  orderExtensionReturn,
} from '#server/payments/escrow/extension-release.ts'
import { extendsVoidLicence } from '#server/payments/escrow/extension-way.ts'
import { refusedSince } from '#server/payments/escrow/payment-outcome.ts'
import { lockPayment } from '#server/payments/record/payment-store.ts'

/**
 * Money of extensions that could not be sent on to its creator at once, and money whose licence became void before it
 * was sent on: that goes back to the card. A refused call is ordered again after a day.
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
  'extensions of void licences': async (deps, now) => {
    const found = await rows<{ id: string }>(
      deps.pool,
      sql`select id from payments where ${extendsVoidLicence} and status = 'held_in_escrow' and moving is null
        and came_back is distinct from 'refund' and not disputed
        and not ${refusedSince(daysBefore(now, 1), ['refund'])} order by created_at`,
    )
    return found.map(({ id }) => async () => {
      await inTransaction(deps.pool, async (tx) => {
        const payment = await lockPayment(tx, id)
        if (payment !== null) await orderExtensionReturn(tx, payment, now)
      })
    })
  },
}
