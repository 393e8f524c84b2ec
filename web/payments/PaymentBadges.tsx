import { FROZEN_WORDS } from '#contract/deal-words.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { Badge, StatusBadge } from '#web/ui/Badge.tsx'
import { shownStatus } from './payment-words.ts'

type Stated = Pick<Payment, 'disputed' | 'deal_dispute_id'>

/** A payment's state, with a badge if the card's bank or the two sides dispute it. */
export function PaymentBadges({ payment }: { payment: Payment }) {
  return (
    <>
      <StatusBadge kind="payment" status={shownStatus(payment)} />
      <DisputedBadge payment={payment} />
    </>
  )
}

/** Renders nothing for an undisputed payment. */
export function DisputedBadge({ payment }: { payment: Stated }) {
  if (!payment.disputed && !payment.deal_dispute_id) return null
  return (
    <Badge tone="red" glyph="cross">
      {payment.disputed ? FROZEN_WORDS.bank : FROZEN_WORDS.dispute}
    </Badge>
  )
}
