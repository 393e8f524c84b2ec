import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { useAnswerOffer } from '#web/offers/use-offers.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CardQuestion } from './questions.ts'
import { boardWords as say } from './board-words.ts'

/** Withdraws the reader's offer after a confirmation; its creator is notified. */
export function WithdrawOffer({ card, first, onClose }: CardQuestion) {
  const answer = useAnswerOffer()
  const { offer } = card
  if (offer === null) return null
  return (
    <ConfirmDialog
      open
      title={say.withdrawTitle(first)}
      confirm={say.withdraw}
      busy={answer.isPending}
      busyText={say.withdrawing}
      onConfirm={() =>
        onSettled(answer.mutateAsync({ id: offer.id, act: 'withdraw' }), {
          onSuccess: () => toast.success(say.withdrawn),
          onError: (error) => toast.error(say.moveFailed, messageOf(error)),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    >
      <p className="muted">{say.withdrawText(first)}</p>
    </ConfirmDialog>
  )
}
