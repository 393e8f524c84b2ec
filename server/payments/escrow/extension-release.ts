import type { Tx } from '#server/db/transaction.ts'
import { isFrozen } from '#server/payments/record/payment-policy.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'
import { extensionWay } from './extension-way.ts'
import { claimRefund, claimRelease, mayReceive } from './payment-claims.ts'

/**
 * Orders the money of an extension on to its creator: no one decides about it, because there is no work to review.
 * Returns false, with nothing changed, while the money is frozen or moving, when it came back (then people choose its
 * way out), while its licence is in doubt or void, and while the creator's account cannot receive it: the clock job
 * tries again.
 */
export async function orderExtensionRelease(
  tx: Tx,
  payment: PaymentRow,
  now: Date,
): Promise<boolean> {
  if (!isFree(payment) || payment.came_back !== null) return false
  if ((await extensionWay(tx, payment)) !== 'on') return false
  if (!(await mayReceive(tx, payment.creator_id))) return false
  await claimRelease(tx, payment, null, now)
  return true
}

/**
 * Orders the money of an extension back to the card, because the licence that it extends is void. Returns false, with
 * nothing changed, while the money is frozen or moving, and when the licence is valid.
 */
export async function orderExtensionReturn(
  tx: Tx,
  payment: PaymentRow,
  now: Date,
): Promise<boolean> {
  if (!isFree(payment) || (await extensionWay(tx, payment)) !== 'back') return false
  await claimRefund(tx, payment, null, now)
  return true
}

/** Whether held money can be ordered out: it is neither moving nor frozen. */
const isFree = (payment: PaymentRow): boolean =>
  payment.status === 'held_in_escrow' && payment.moving === null && !isFrozen(payment)
