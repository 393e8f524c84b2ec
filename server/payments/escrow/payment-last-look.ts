import type { Deps } from '#server/deps/deps.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { extensionWay } from './extension-way.ts'
import { lockPayment, type WayOut } from '#server/payments/record/payment-store.ts'

/**
 * The last check before held money leaves. A dispute that arrives between the order and the call stops it, and so does
 * whatever voids the licence that the money extends: the check and the mark that the call was sent are one transaction,
 * so there is no gap.
 */

/** A call sent this long ago has ended, whatever its outcome: the provider times out sooner. */
const SURELY_ENDED_MS = 2 * 60_000

/**
 * send: nothing is in the way, and the call is marked as sent. stop: it was never sent and must not be. look: it was
 * sent before and must not be sent again, and only the provider knows the outcome.
 */
export type LastLook = 'send' | 'stop' | 'look'

/** Decides what to do about the call under `key`. Throws while a recent call may still be under way. */
export async function lastLook(
  deps: Deps,
  payment: { id: string; moving: WayOut | null },
  key: string,
): Promise<LastLook> {
  return inTransaction(deps.pool, async (tx) => {
    const now = await lockPayment(tx, payment.id)
    const inTheWay =
      now === null ||
      now.disputed ||
      (payment.moving === 'release' &&
        ((await isOnHold(tx, now.creator_id)) || (await extensionWay(tx, now)) !== 'on'))
    const op = await maybeRow<{ sent_at: string | null }>(
      tx,
      sql`select sent_at from money_ops where idempotency_key = ${key}`,
    )
    const sentAt = op?.sent_at ?? null
    if (inTheWay) {
      if (sentAt === null) return 'stop'
      if (deps.clock().getTime() - Date.parse(sentAt) < SURELY_ENDED_MS)
        throw new Error(`${key} was sent a moment ago: whether it left is not known yet`)
      return 'look'
    }
    if (sentAt === null)
      await execute(
        tx,
        sql`update money_ops set sent_at = ${deps.clock()} where idempotency_key = ${key}`,
      )
    return 'send'
  })
}

/** Whether a bank disputes money this creator was already paid: until it decides, they receive no more (M16). */
export const isOnHold = async (db: Queryable, creatorId: string): Promise<boolean> =>
  (await maybeRow(
    db,
    sql`select 1 from payments
      where creator_id = ${creatorId} and dispute_outcome = 'open' and status = 'released'`,
  )) !== null

/** Throws payment.payouts_on_hold while a bank disputes earlier money of this creator. */
export async function refuseOnHold(tx: Tx, creatorId: string): Promise<void> {
  if (await isOnHold(tx, creatorId)) throw new AppError('payment.payouts_on_hold')
}
