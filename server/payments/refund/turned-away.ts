import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import { paymentById } from '#server/payments/record/payment-store.ts'
import {
  markReturned,
  noteTurnedAway,
  type TurnedAwayCharge,
} from '#server/payments/record/turned-away-store.ts'

/**
 * Notifies both sides that money which could not be held went back to its card, and why. A charge that was not noted
 * when it arrived was refunded at the provider before it could be held.
 */
export async function announceReturn(tx: Tx, charge: TurnedAwayCharge, now: Date): Promise<void> {
  await noteTurnedAway(tx, charge, 'refunded', now)
  const { reason } = await markReturned(tx, charge.charge_id, now)
  const payment = await paymentById(tx, charge.payment_id)
  if (payment === null) return
  await recordEvent(tx, paymentEvent(payment, `return_${reason}`, payment.status, payment.status))
  await refreshParties(tx, payment)
}
