import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { projectTransitions, type ProjectStatus } from '#contract/projects.ts'
import { canMove } from '#contract/transitions.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { call } from '#web/api/client.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'
import type { ButtonLook } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { firstName, publishWords } from './project-words.ts'

interface Props {
  /** `to_invite`: the person whose invitation follows, where it is known. */
  project: { id: string; status: ProjectStatus; to_invite?: PersonCard | null }
  variant?: ButtonLook['variant']
}

/**
 * Publishes a draft from the page where it is read. Renders nothing for anything else. A day that has passed, the
 * deadline or the last of hiring, leads to the editor.
 */
export function PublishProject({ project, variant = 'primary' }: Props) {
  const navigate = useNavigate()
  const publish = usePublishProject(project.id)
  if (!canMove(projectTransitions, 'publish', project.status)) return null

  function onClick() {
    onSettled(publish.mutateAsync(), {
      onSuccess: () => {
        toast.success('Project posted successfully!')
        if (project.to_invite) void navigate(paths.postedToInvite(project.to_invite.id, project.id))
      },
      onError(error) {
        toast.error(messageOf(error))
        if (error instanceof ApiError && error.status === 422)
          void navigate(paths.editProject(project.id))
      },
    })
  }

  return (
    <Button
      size="sm"
      variant={variant}
      busy={publish.isPending}
      busyText="Posting..."
      onClick={onClick}
    >
      {publishWords.publish(firstName(project.to_invite ?? null))}
    </Button>
  )
}

/** Publishes a draft as it is. */
function usePublishProject(id: string) {
  const refresh = useRefresh('projects', 'dashboard')
  return useMutation({
    mutationFn: () => call('projects.publish', { params: { id } }),
    onSettled: refresh,
  })
}
