import { projectTransitions, type ProjectStatus } from '#contract/projects.ts'
import { canMove } from '#contract/transitions.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { PublishProps } from './PublishButton.tsx'

const PublishButton = lazyComponent(
  async () => (await import('./PublishButton.tsx')).PublishButton,
  null,
  'seller',
)

interface Props extends PublishProps {
  project: PublishProps['project'] & { status: ProjectStatus }
}

/** The way to publish a draft. Of anything else it renders nothing, and loads nothing. */
export function PublishProject(props: Props) {
  return canMove(projectTransitions, 'publish', props.project.status) ? (
    <PublishButton {...props} />
  ) : null
}
