import { useState } from 'react'
import { useNavigate } from 'react-router'
import { projectTransitions, type ProjectStatus } from '#contract/projects.ts'
import { canMove } from '#contract/transitions.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { messageOf } from '#web/api/errors.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCancelProject } from './use-projects.ts'

/**
 * Takes one's own project off the market, after confirmation (decision P14). Renders nothing when that is impossible.
 */
export function CancelProject({ id, status }: { id: string; status: ProjectStatus }) {
  const navigate = useNavigate()
  const cancel = useCancelProject(id)
  const [asking, setAsking] = useState(false)
  if (!canMove(projectTransitions, 'cancel', status)) return null

  function confirm() {
    onSettled(cancel.mutateAsync(), {
      onSuccess: () => {
        toast.success('Project cancelled')
        void navigate(paths.myProjects)
      },
      onError: (error) => toast.error(messageOf(error)),
      onSettled: () => setAsking(false),
    })
  }

  return (
    <>
      <Button variant="destructive-quiet" onClick={() => setAsking(true)}>
        Cancel Project
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel this project?"
        confirm="Cancel Project"
        destructive
        busy={cancel.isPending}
        busyText="Cancelling..."
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p className="muted">
          {status === 'draft'
            ? 'The draft stays in My Projects as cancelled. It cannot be posted afterwards.'
            : 'Creators no longer see it, open applications are rejected, and the accepted creator is told. This cannot be taken back.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
