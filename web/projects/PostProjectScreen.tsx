import { Navigate, useSearchParams } from 'react-router'
import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { Unjoined } from '#web/page/Unjoined.tsx'
import { paths } from '#contract/paths.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { isProjectId } from './project-id.ts'
import { isEditable } from './project-words.ts'
import { ProjectForm } from './ProjectForm.tsx'
import { useProject } from './use-projects.ts'

/** /post-project: a new project, or with `?edit={id}` one's own (SPEC §2). Sellers only. */
export function PostProjectScreen() {
  const { role } = useAuth()
  const search = useSearchParams()[0]
  const edit = search.get('edit')
  const again = search.get('again') ?? undefined
  usePageHead({ title: edit ? 'Edit Project' : 'Post Project' })
  if (role !== 'seller') return <Navigate to={paths.dashboard} replace />
  if (edit === null && isProjectId(again)) return <ProjectAgain key={again} id={again} />
  if (edit === null) return <ProjectForm />
  if (edit === '') return <NothingToEdit title="No project ID provided" />
  if (!isProjectId(edit)) return <NothingToEdit title="Invalid project data" />
  return <EditProject key={edit} id={edit} />
}

/** The page errors of SPEC §8, for an address that names no project. */
function NothingToEdit({ title }: { title: string }) {
  return (
    <Unjoined
      title={title}
      text="Open the project in My Projects and choose Edit Project there."
      action={
        <ButtonLink variant="primary" size="lg" to={paths.myProjects}>
          My Projects
        </ButtonLink>
      }
    />
  )
}

/** The form with the brief of one's own project that is over; without such a project, the empty form. */
function ProjectAgain({ id }: { id: string }) {
  const { profile } = useAuth()
  const { data: project, isPending } = useProject(id)
  if (isPending) return <Loading page />
  const mayCopy = project?.seller_id === profile?.id && isOver(project?.status)
  return mayCopy ? <ProjectForm again={project} /> : <ProjectForm />
}

const isOver = (status: ProjectStatus | undefined) =>
  status === 'completed' || status === 'cancelled'

function EditProject({ id }: { id: string }) {
  const { profile } = useAuth()
  const query = useProject(id)
  if (query.isError && !query.data) return <Navigate to={paths.myProjects} replace />
  if (!query.data) return <Loading page />
  if (query.data.seller_id !== profile?.id) return <Navigate to={paths.project(id)} replace />
  if (!isEditable(query.data)) return <Navigate to={paths.project(id)} replace />
  return <ProjectForm project={query.data} />
}
