import type { Viewer } from '#server/http/viewer.ts'
import type { ProjectStanding } from './project-store.ts'

/** Whether the project is the viewer's own. */
export const ownsProject = (viewer: Viewer, project: { seller_id: string }): boolean =>
  project.seller_id === viewer.id

/** The two parties of a deal: the owner and the accepted creator. */
export const isPartyOf = (
  viewer: Viewer,
  project: Pick<ProjectStanding, 'seller_id' | 'creator_id'>,
): boolean => ownsProject(viewer, project) || project.creator_id === viewer.id

/**
 * Active projects are visible to anyone signed in, drafts to their owner; closed ones stay visible to their owner, the
 * accepted creator and the applicants (decision P18).
 */
export function maySeeProject(viewer: Viewer, project: ProjectStanding): boolean {
  switch (project.status) {
    case 'active':
      return project.open || isPartyOf(viewer, project) || project.applied
    case 'in_progress':
    case 'completed':
    case 'cancelled':
      return isPartyOf(viewer, project) || project.applied
    case 'draft':
      return ownsProject(viewer, project)
  }
}
