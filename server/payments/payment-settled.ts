import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '../db/pool.ts'
import { foundOr404 } from '../http/app-error.ts'
import { paymentById, type PaymentRow } from './payment-store.ts'

/** A click on Release waits this long for the provider's answer before it answers "still moving". */
const PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 40

/** The payment once the charge of this attempt's saved card is decided, or as it is when patience ends. */
export async function settledCharge(
  db: Queryable,
  { id, attempt }: PaymentRow,
): Promise<PaymentRow> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const payment = foundOr404(await paymentById(db, id))
    const decided =
      payment.status !== 'pending' || payment.attempt !== attempt || payment.funding_by === 'page'
    if (decided || performance.now() > until) return payment
    await pause(LOOK_EVERY_MS)
  }
}

/** The payment once nothing moves any more, or as it is when patience ends. */
export async function settledPayment(db: Queryable, paymentId: string): Promise<PaymentRow> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const payment = foundOr404(await paymentById(db, paymentId))
    if (payment.moving === null || performance.now() > until) return payment
    await pause(LOOK_EVERY_MS)
  }
}
