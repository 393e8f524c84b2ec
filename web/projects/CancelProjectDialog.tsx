import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCancelProject } from './use-projects.ts'

interface Props {
  id: string
  status: ProjectStatus
  onClose: () => void
}

/** Asks before a project is taken off the market (decision P14). Rendered open; the caller removes it. */
export function CancelProjectDialog({ id, status, onClose }: Props) {
  const navigate = useNavigate()
  const cancel = useCancelProject(id)

  function confirm() {
    onSettled(cancel.mutateAsync(), {
      onSuccess: () => {
        toast.success('Project cancelled')
        void navigate(paths.myProjects)
      },
      onError: (error) => toast.error(messageOf(error)),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      open
      title="Cancel this project?"
      confirm="Cancel Project"
      destructive
      busy={cancel.isPending}
      busyText="Cancelling..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="muted">
        {status === 'draft'
          ? 'The draft stays in My Projects as cancelled. It cannot be posted afterwards.'
          : 'Creators no longer see it, open applications are rejected, and the accepted creator is told. This cannot be taken back.'}
      </p>
    </ConfirmDialog>
  )
}
