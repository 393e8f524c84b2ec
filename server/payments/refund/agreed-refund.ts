import { AppError } from '#server/http/app-error.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { claimAgreedRefund } from '#server/payments/escrow/payment-claims.ts'
import { changePayment } from '#server/payments/record/payment-moves.ts'
import {
  agreedCents,
  owesAgreedRefund,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'

/**
 * A lower price that both sides agree on while the money is held (decision 0066): the difference goes back to the card,
 * the rest stays held, and the share and the fee follow from the rest.
 */

/**
 * Whether a lower price can be agreed on now: the money is held, no other way out was chosen for it, and no earlier
 * difference is still due.
 */
export const canReturnPart = (
  payment: Pick<PaymentRow, 'status' | 'came_back' | 'agreed_refund' | 'returned_part'>,
): boolean =>
  payment.status === 'held_in_escrow' && payment.came_back === null && !owesAgreedRefund(payment)

/**
 * Stores the lower price on a locked payment and orders the return of the difference, in the transaction that agrees on
 * it. Returns the cents that go back. Throws amendment.price_not_lower, amendment.payment_begun for money that is not
 * held or that came back, payment.not_held, payment.frozen and payment.moving.
 */
export async function agreeOnLess(
  tx: Tx,
  {
    payment,
    priceCents,
    actorId,
    now,
  }: {
    payment: PaymentRow
    priceCents: number
    actorId: string
    now: Date
  },
): Promise<number> {
  if (!canReturnPart(payment)) throw new AppError('amendment.payment_begun')
  const cents = agreedCents(payment) - priceCents
  if (cents <= 0) throw new AppError('amendment.price_not_lower')
  const agreed = await changePayment(tx, payment.id, {
    status: 'held_in_escrow',
    set: sql`agreed_refund = agreed_refund + ${cents}`,
    only: sql`moving is null and decided_refund is null and not disputed and deal_dispute_id is null`,
  })
  if (agreed === null) throw new AppError('payment.moving')
  await claimAgreedRefund(tx, agreed, actorId, now)
  return cents
}
