import { paths } from '#contract/paths.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { PublishProject } from './PublishProject.tsx'

/** The next step for the owner of a project without a creator. Renders nothing where the project is hidden or over. */
export function NextStep({ project }: { project: ProjectDetail }) {
  if (project.status !== 'active') return <PublishProject project={project} variant="tonal" />
  if (project.hidden) return null
  return project.application_count > 0 ? (
    <ButtonLink variant="tonal" to={paths.projectTab(project.id, 'applications')}>
      See Applications
    </ButtonLink>
  ) : (
    <ButtonLink variant="tonal" to={paths.findCreators}>
      Find Creators
    </ButtonLink>
  )
}
