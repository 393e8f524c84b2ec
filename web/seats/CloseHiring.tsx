import { useState } from 'react'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { seatWords } from './seat-words.ts'
import { useCloseHiring } from './use-hires.ts'

/**
 * Closes hiring, after a question that says what happens to the applicants who wait. Renders nothing when no one has
 * been hired: such a project is cancelled instead.
 */
export function CloseHiring({ project }: { project: ProjectDetail }) {
  const [asking, setAsking] = useState(false)
  const close = useCloseHiring(project.id)
  const { hiring } = project
  if (!hiring || project.status !== 'active' || hiring.hired === 0) return null
  const words = seatWords.close
  const confirm = () =>
    onSettled(close.mutateAsync(), {
      onSuccess: () => toast.success(words.done),
      onError: (error) => toast.error(messageOf(error)),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {words.button}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.title(hiring)}
        confirm={words.button}
        destructive
        busy={close.isPending}
        busyText={words.busy}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p className="muted">{words.waiting(project.to_answer ?? 0)}</p>
        <p className="muted">{words.goesOn}</p>
      </ConfirmDialog>
    </>
  )
}
