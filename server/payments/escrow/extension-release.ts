import type { Tx } from '#server/db/transaction.ts'
import { isFrozen } from '#server/payments/record/payment-policy.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'
import { claimRelease, mayReceive } from './payment-claims.ts'

/**
 * Orders the money of an extension on to its creator: no one decides about it, because there is no work to review.
 * Returns false, with nothing changed, while the money is frozen or moving, when it came back (then people choose its
 * way out), and while the creator's account cannot receive it: the clock job tries again.
 */
export async function orderExtensionRelease(
  tx: Tx,
  payment: PaymentRow,
  now: Date,
): Promise<boolean> {
  const { status, moving, came_back: cameBack } = payment
  if (status !== 'held_in_escrow' || moving !== null || cameBack !== null || isFrozen(payment))
    return false
  if (!(await mayReceive(tx, payment.creator_id))) return false
  await claimRelease(tx, payment, null, now)
  return true
}
