import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Project } from '#contract/project-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCancelProject } from './use-projects.ts'

interface Props {
  project: Pick<Project, 'id' | 'status' | 'hiring'>
  onClose: () => void
}

/**
 * Asks for confirmation before a project is taken off the market (decision P14). Rendered open; the caller removes it.
 */
export function CancelProjectDialog({ project, onClose }: Props) {
  const navigate = useNavigate()
  const cancel = useCancelProject(project.id)

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
      <p className="muted">{consequence(project)}</p>
    </ConfirmDialog>
  )
}

/** What happens to the project, and to the people it concerns. */
function consequence({ status, hiring }: Props['project']): string {
  if (status === 'draft')
    return 'The draft stays in My Projects as cancelled. It cannot be posted afterwards.'
  return hiring && hiring.hired > 0
    ? 'Creators no longer see it, and open applications are rejected. Everyone already hired continues as agreed. This cannot be undone.'
    : 'Creators no longer see it, open applications are rejected, and the accepted creator is notified. This cannot be undone.'
}
