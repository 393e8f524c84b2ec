import type { ReactNode } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { paymentFailures } from '#contract/payments.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { failureDetail, RELEASE_FAILED } from './payment-failures.ts'
import { useReleasePayment } from './use-payments.ts'

interface Props {
  payment: Payment
  creatorName: string
  /** Says which work has not been reviewed yet. */
  openWork: ReactNode
  onClose: () => void
}

/**
 * Asks for confirmation before the held money goes to the creator, naming the amount. The screen reports the outcome.
 */
export function ReleaseDialog({ payment, creatorName, openWork, onClose }: Props) {
  const release = useReleasePayment()

  function confirm() {
    onSettled(release.mutateAsync(payment.id), {
      onError: (error) =>
        toast.error(RELEASE_FAILED, failureDetail(error, paymentFailures.release)),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      open
      title={`Release ${formatUsd(payment.creator_amount)} to ${creatorName}?`}
      confirm="Release Payment"
      busy={release.isPending}
      busyText="Releasing..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="muted">
        {creatorName} receives {formatUsd(payment.creator_amount)} of the{' '}
        {formatUsd(payment.amount)} held; the platform fee is {formatUsd(payment.fee_amount)}. This
        completes the project, and released money cannot be taken back.
      </p>
      {openWork}
    </ConfirmDialog>
  )
}
