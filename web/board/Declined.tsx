import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { answerWords } from '#web/applications/answer-words.ts'
import { UndoReject } from '#web/applications/UndoReject.tsx'
import { useUndoReject } from '#web/applications/use-applications.ts'
import { toast } from '#web/ui/toast.ts'
import styles from './Board.module.css'

/** Who was just declined, while it can be undone. `until` is RFC 3339, by the server's clock. */
export interface JustDeclined {
  ids: readonly string[]
  /** One person by name, or several by number. */
  who: string
  until: string
}

/** A card leaves the board with the click: the undo button is above it, for as long as undoing is possible. */
export function Declined({
  of,
  onUndone,
  onOver,
}: {
  of: JustDeclined
  onUndone: () => void
  onOver: () => void
}) {
  const undo = useUndoReject()
  const undoAll = () =>
    onSettled(Promise.all(of.ids.map((id) => undo.mutateAsync(id))), {
      onSuccess: () => {
        toast.success(answerWords.undone)
        onUndone()
      },
      onError: (error) => toast.error(answerWords.undoFailed, messageOf(error)),
      onSettled: onOver,
    })
  return (
    <div className={styles.declined} role="status">
      <UndoReject
        until={of.until}
        who={of.who}
        busy={undo.isPending}
        onUndo={undoAll}
        onOver={onOver}
      />
    </div>
  )
}
