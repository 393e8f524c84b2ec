import { useState } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Payment.module.css'
import { failureDetail } from './payment-failures.ts'
import { useReturnPayment } from './use-payments.ts'

const FAILED = 'The payment could not be returned.'

/** The creator's way to return held money (decision P10); renders nothing while it cannot be returned. */
export function ReturnPayment({ payment }: { payment: Payment | null | undefined }) {
  const [asking, setAsking] = useState(false)
  const giveBack = useReturnPayment()
  if (
    payment?.status !== 'held_in_escrow' ||
    payment.moving ||
    payment.disputed ||
    payment.decided ||
    payment.deal_dispute_id
  )
    return null

  function confirm() {
    if (!payment) return
    onSettled(giveBack.mutateAsync(payment.id), {
      onSuccess(answered) {
        // The provider refused the refund: nothing moved, and nothing is on its way.
        if (answered.status === 'held_in_escrow' && answered.moving === null)
          toast.error(FAILED, 'The refund was refused. The money stays held in escrow.')
        else toast.success('Payment return started', 'The brand is told.')
      },
      onError: (error) => toast.error(FAILED, failureDetail(error, 'Please try again.')),
      onSettled: () => setAsking(false),
    })
  }

  return (
    <>
      <button
        type="button"
        className={`link sm ${styles.quietAct}`}
        onClick={() => setAsking(true)}
      >
        Return payment
      </button>
      <ConfirmDialog
        open={asking}
        title={`Return ${formatUsd(payment.amount - payment.returned_part)} to the brand?`}
        confirm="Return payment"
        destructive
        busy={giveBack.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p className="muted">
          The whole amount goes back to the card it came from, and you are not paid for this
          project.
        </p>
      </ConfirmDialog>
    </>
  )
}
