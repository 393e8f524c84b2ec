import { Navigate, useSearchParams } from 'react-router'
import { useAuth } from '../api/session.tsx'
import { usePageHead } from '../app/head.ts'
import { paths } from '../paths.ts'
import { Loading } from '../ui/Loading.tsx'
import { isProjectId } from './project-id.ts'
import { isEditable } from './project-words.ts'
import { ProjectForm } from './ProjectForm.tsx'
import { useProject } from './use-projects.ts'

/** /post-project: a new project, or with `?edit={id}` one's own (SPEC §2). Sellers only. */
export function PostProjectScreen() {
  const { role } = useAuth()
  const edit = useSearchParams()[0].get('edit')
  usePageHead({ title: edit ? 'Edit Project' : 'Post Project' })
  if (role !== 'seller') return <Navigate to={paths.dashboard} replace />
  if (edit === null) return <ProjectForm />
  return isProjectId(edit) ? (
    <EditProject key={edit} id={edit} />
  ) : (
    <Navigate to={paths.myProjects} replace />
  )
}

function EditProject({ id }: { id: string }) {
  const { profile } = useAuth()
  const query = useProject(id)
  if (query.isError && !query.data) return <Navigate to={paths.myProjects} replace />
  if (!query.data) return <Loading page />
  if (query.data.seller_id !== profile?.id) return <Navigate to={paths.project(id)} replace />
  if (!isEditable(query.data)) return <Navigate to={paths.project(id)} replace />
  return <ProjectForm project={query.data} />
}
