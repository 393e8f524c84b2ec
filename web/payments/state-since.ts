import { wasTurnedAway } from '#contract/deal-reading.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import { shownStatus } from './payment-words.ts'

/**
 * The time since which a payment has been in the state on its badge, UTC. For one that was not paid: when it was
 * started.
 */
export function stateSince(payment: Payment): string {
  const { funded_at, released_at, refunded_at, turned_away, created_at } = payment
  const since: Record<PaymentStatus, string | null> = {
    pending: created_at,
    held_in_escrow: funded_at,
    released: released_at,
    refunded: wasTurnedAway(payment)
      ? (turned_away?.returned_at ?? turned_away?.arrived_at ?? null)
      : refunded_at,
    failed: created_at,
  }
  return since[shownStatus(payment)] ?? created_at
}
