import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { ApiError, isGone } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { useArrived } from '#web/api/use-arrived.ts'
import { usePageHead } from '#web/page/head.ts'
import { Unjoined } from '#web/page/Unjoined.tsx'
import { useOwnApplication } from '#web/applications/use-applications.ts'
import { paths } from '#contract/paths.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { isProjectId } from '#web/projects/project-id.ts'
import { useProject } from '#web/projects/use-projects.ts'
import { BackToProjects } from './BackToProjects.tsx'

const OwnerView = lazyComponent(
  async () => (await import('./OwnerView.tsx')).OwnerView,
  <Loading page />,
  'seller',
)
const ListingView = lazyComponent(
  async () => (await import('./ListingView.tsx')).ListingView,
  <Loading page />,
  'seller',
)
const CreatorDealView = lazyComponent(
  async () => (await import('./CreatorDealView.tsx')).CreatorDealView,
  <Loading page />,
  'creator',
)
const VisitorView = lazyComponent(
  async () => (await import('./VisitorView.tsx')).VisitorView,
  <Loading page />,
)

/**
 * /projects/{id}: the owner's board, the accepted creator's board, or what everyone else is allowed to read and apply
 * to.
 */
export function ProjectScreen() {
  const { id } = useParams()
  // SPEC §2: an id that is no UUID, a missing project and a failure all lead back to the list.
  return isProjectId(id) ? <LoadedProject key={id} id={id} /> : <BackToProjects />
}

function LoadedProject({ id }: { id: string }) {
  const { role } = useAuth()
  const query = useProject(id)
  const project = useArrived(query.data)
  // The view most people of this role will see loads in parallel with the data.
  useEffect(() => (role === 'seller' ? OwnerView : VisitorView).preload(), [role])
  if (query.error instanceof ApiError && query.error.code === 'project.hidden')
    return <Unjoined title="Project Hidden" text={query.error.message} action={null} />
  if (query.isError && (!query.data || isGone(query.error)))
    return <BackToProjects error={query.error} />
  if (!project) return <Loading page />
  return <ProjectForReader project={project} />
}

function ProjectForReader({ project }: { project: ProjectDetail }) {
  usePageHead({ title: project.title })
  const { profile, role } = useAuth()
  const isOwner = profile?.id === project.seller_id
  const applies = role === 'creator' && !isOwner
  const application = useOwnApplication(project.id, { enabled: applies })

  // Not accepted yet: there is an order, but no project to work on.
  if (isOwner && project.status === 'draft' && project.order_id)
    return <Navigate to={paths.packageOrder(project.order_id)} replace />
  if (isOwner && project.hiring) return <ListingView project={project} />
  if (isOwner) return <OwnerView project={project} />
  if (applies && application.isPending) return <Loading page />
  const own = application.data ?? null
  const failed = application.isError && application.data === undefined ? application : null
  // Hired through a project that wants several creators: the creator's deal has a project of its own.
  if (own && own.project_id !== project.id)
    return <Navigate to={paths.project(own.project_id)} replace />
  if (own?.status === 'accepted') return <CreatorDealView project={project} application={own} />
  return <VisitorView project={project} application={own} failed={failed} mayApply={applies} />
}
