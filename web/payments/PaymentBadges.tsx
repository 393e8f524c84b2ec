import type { Payment } from '#contract/payment-schemas.ts'
import { Badge, StatusBadge } from '#web/ui/Badge.tsx'
import { shownStatus } from './payment-words.ts'

type Stated = Pick<Payment, 'disputed' | 'deal_dispute_id'>

/** The state of a payment, and beside it that the card's bank disputes or disputed it, or the two sides do. */
export function PaymentBadges({ payment }: { payment: Payment }) {
  return (
    <>
      <StatusBadge kind="payment" status={shownStatus(payment)} />
      <DisputedBadge payment={payment} />
    </>
  )
}

/** Nothing for a payment nobody disputes. */
export function DisputedBadge({ payment }: { payment: Stated }) {
  if (!payment.disputed && !payment.deal_dispute_id) return null
  return (
    <Badge tone="red" glyph="cross">
      {payment.disputed ? 'Disputed' : 'In dispute'}
    </Badge>
  )
}
