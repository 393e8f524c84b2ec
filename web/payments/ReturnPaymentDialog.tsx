import { formatUsd } from '#contract/money.ts'
import { refundWords } from '#contract/refund-times.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { failureDetail } from './payment-failures.ts'
import { useReturnPayment } from './use-payments.ts'

const FAILED = 'The payment could not be returned.'

/**
 * Asks for confirmation before held money goes back to the brand (decision P10). Rendered open; the caller removes it.
 */
export function ReturnPaymentDialog({
  payment,
  onClose,
}: {
  payment: Payment
  onClose: () => void
}) {
  const giveBack = useReturnPayment()

  function confirm() {
    onSettled(giveBack.mutateAsync(payment.id), {
      onSuccess(answered) {
        // The provider refused the refund: nothing has moved, and nothing is pending.
        if (answered.status === 'held_in_escrow' && answered.moving === null)
          toast.error(FAILED, 'The refund was refused. The money stays held in escrow.')
        else toast.success('Payment return started', 'We’ve let the brand know.')
      },
      onError: (error) => toast.error(FAILED, failureDetail(error, 'Please try again.')),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      open
      title={`Return ${formatUsd(payment.amount - payment.returned_part)} to the brand?`}
      confirm="Return payment"
      destructive
      busy={giveBack.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="muted">
        The whole amount goes back to the card it came from, and you are not paid for this project.{' '}
        {refundWords.times}
      </p>
    </ConfirmDialog>
  )
}
