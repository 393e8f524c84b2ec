import type { Deps } from '#server/deps/deps.ts'
import { assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { paymentById } from '#server/payments/record/payment-store.ts'
import { markSeen } from './arrivals-store.ts'

/**
 * Records that the creator has been shown that this money arrived, so that it is not shown again on any device.
 * Idempotent. Throws 404 for anyone but its creator. Returns false, with nothing changed, while nothing was released.
 */
export async function seeArrival(
  { pool }: Deps,
  viewer: Viewer,
  paymentId: string,
  now: Date,
): Promise<boolean> {
  const payment = foundOr404(await paymentById(pool, paymentId))
  assertMay(payment.creator_id === viewer.id)
  if (payment.status !== 'released') return false
  await markSeen(pool, paymentId, now)
  return true
}
