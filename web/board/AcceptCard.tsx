import type { AcceptProps } from '#web/applications/AcceptDialog.tsx'
import { useAnswerApplication } from '#web/applications/use-applications.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CardQuestion } from './questions.ts'

// The sheet and its pictures load together: it must not grow under the finger.
const AcceptDialog = lazyComponent(async () => {
  const [{ AcceptDialog: Sheet }, { WorkPictures }] = await Promise.all([
    import('#web/applications/AcceptDialog.tsx'),
    import('#web/profiles/WorkPictures.tsx'),
  ])
  return (props: AcceptProps) => <Sheet {...props} Works={WorkPictures} />
})

/** Hires from the board, with the same sheet as everywhere else. */
export function AcceptCard({ board, card, onClose }: CardQuestion) {
  const answer = useAnswerApplication()
  const { wanted, hired, until, brief_written_at: written } = board.project
  return (
    <AcceptDialog
      application={{ ...card, proposed_price: card.price }}
      brief={written === null ? null : { written_at: written }}
      hiring={{ wanted, hired, until }}
      busy={answer.isPending}
      onAccept={() =>
        onSettled(answer.mutateAsync({ id: card.id, answer: 'accept' }), {
          onSuccess: () => toast.success('Application accepted successfully!'),
          onError: (error) => toast.error(`Failed to accept application: ${messageOf(error)}`),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    />
  )
}
