import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '#server/db/pool.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import { paymentById, type PaymentRow } from './payment-store.ts'

/** A click on Release waits this long for the provider's response before it answers "still moving". */
const PATIENCE_MS = 5_000
/** Polled often at first, then less and less: a crowd of waiting clicks must leave the database to the work. */
const FIRST_LOOK_MS = 40
const LONGEST_PAUSE_MS = 500

/** The payment once its saved card's charge is decided, or its state when patience runs out. */
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

/** The payment once nothing moves any more or its release waits, or its state when patience runs out. */
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
