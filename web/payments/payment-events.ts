import { wasTurnedAway } from '#contract/deal-reading.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import type { PaymentStatus } from '#contract/payments.ts'

/** A state of the payment, for the history. */
export interface PaymentEvent {
  status: PaymentStatus
  at: string
}

/** The payment's past states, newest first. */
export function paymentEvents(payment: Payment): PaymentEvent[] {
  const events: PaymentEvent[] = [{ status: 'pending', at: payment.created_at }]
  if (payment.funded_at) events.push({ status: 'held_in_escrow', at: payment.funded_at })
  if (wasTurnedAway(payment)) {
    const { returned_at, arrived_at } = payment.turned_away
    events.push({ status: 'refunded', at: returned_at ?? arrived_at })
  } else if (payment.status === 'failed') events.push({ status: 'failed', at: payment.created_at })
  if (payment.released_at) events.push({ status: 'released', at: payment.released_at })
  if (payment.refunded_at) events.push({ status: 'refunded', at: payment.refunded_at })
  return events.toReversed()
}
