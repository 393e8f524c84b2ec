import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '#server/db/pool.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import { paymentById, type PaymentRow } from './payment-store.ts'

/** How long a click on Release waits for the provider's response before the response is "still moving". */
const PATIENCE_MS = 5_000
/**
 * Polled often at first, then less and less: a crowd of waiting clicks must leave the database free for the actual
 * work.
 */
const FIRST_LOOK_MS = 40
const LONGEST_PAUSE_MS = 500

/** Returns the payment once its saved card's charge is decided, or its current state when the time runs out. */
export async function settledCharge(
  db: Queryable,
  { id, attempt }: PaymentRow,
): Promise<PaymentRow> {
  return lookUntil(
    db,
    id,
    (payment) =>
      payment.status !== 'pending' || payment.attempt !== attempt || payment.funding_by === 'page',
  )
}

/**
 * Returns the payment once nothing is moving any more or its release waits, or its current state when the time runs
 * out.
 */
export const settledPayment = (db: Queryable, paymentId: string): Promise<PaymentRow> =>
  lookUntil(db, paymentId, ({ moving, release_after }) => moving === null || release_after !== null)

async function lookUntil(
  db: Queryable,
  id: string,
  decided: (payment: PaymentRow) => boolean,
): Promise<PaymentRow> {
  const until = performance.now() + PATIENCE_MS
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const payment = foundOr404(await paymentById(db, id))
    if (decided(payment) || performance.now() > until) return payment
    await pause(wait)
  }
}
