import { useState } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { proposesRelease } from './review.ts'
import { deliverableApproved, useApproveDeliverable } from './use-deliverables.ts'

interface Props {
  deliverable: Deliverable
  /** All deliverables of the project: they decide whether a release is suggested. */
  all: readonly Deliverable[]
  payment: Payment | null
  creatorName: string
  onClose: () => void
}

/** Asks before approving, and says what happens to the held money (decision P8). */
export function ApproveDialog({ deliverable, all, payment, creatorName, onClose }: Props) {
  const approve = useApproveDeliverable()
  const held =
    payment?.status === 'held_in_escrow' && payment.moving === null && !payment.deal_dispute_id
      ? payment
      : null
  const [release, setRelease] = useState(() => proposesRelease(all, deliverable.id))

  function confirm() {
    onSettled(approve.mutateAsync({ id: deliverable.id, release: held !== null && release }), {
      onSuccess: () => toast.success(deliverableApproved),
      onError: (error) =>
        toast.error('Failed to approve deliverable', mayPass(error) ? undefined : messageOf(error)),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      open
      title="Approve this deliverable?"
      confirm="Approve"
      busy={approve.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="muted">
        {deliverable.file_name} is marked approved and {creatorName} is told. An approval cannot be
        taken back.
      </p>
      {held ? (
        <Checkbox
          label={`This completes the project: release ${formatUsd(held.creator_amount)} to ${creatorName}`}
          hint={
            release
              ? `Released money cannot be returned. The platform fee is ${formatUsd(held.fee_amount)}.`
              : 'The money stays held. You can release it on the Payment tab.'
          }
          checked={release}
          disabled={approve.isPending}
          onChange={(event) => setRelease(event.target.checked)}
        />
      ) : null}
    </ConfirmDialog>
  )
}
