import { useState } from 'react'
import type { Payment } from '#contract/payment-schemas.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import styles from './Payment.module.css'

const ReturnPaymentDialog = lazyComponent(
  async () => (await import('./ReturnPaymentDialog.tsx')).ReturnPaymentDialog,
  null,
  'creator',
)

/** Lets the creator return held money (decision P10); renders nothing while it cannot be returned. */
export function ReturnPayment({ payment }: { payment: Payment | null | undefined }) {
  const [asking, setAsking] = useState(false)
  if (
    payment?.status !== 'held_in_escrow' ||
    payment.moving ||
    payment.disputed ||
    payment.decided ||
    payment.deal_dispute_id
  )
    return null
  return (
    <>
      <button
        type="button"
        className={`link sm ${styles.quietAct}`}
        onClick={() => setAsking(true)}
      >
        Return payment
      </button>
      {asking ? <ReturnPaymentDialog payment={payment} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
