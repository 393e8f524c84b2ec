import type { Viewer } from '../http/viewer.ts'
import type { ProjectStanding } from './project-store.ts'

/** Whether the project is the viewer's own. */
export const ownsProject = (viewer: Viewer, project: { seller_id: string }): boolean =>
  project.seller_id === viewer.id

/** The two who share a deal: the owner and the accepted creator. */
export const isPartyOf = (
  viewer: Viewer,
  project: Pick<ProjectStanding, 'seller_id' | 'creator_id'>,
): boolean => ownsProject(viewer, project) || project.creator_id === viewer.id

/**
 * Active projects are there for everybody signed in; drafts and cancelled ones for their owner; running and
 * completed ones also for the accepted creator and those who applied (DECISIONS 18).
 */
export function maySeeProject(viewer: Viewer, project: ProjectStanding): boolean {
  switch (project.status) {
    case 'active':
      return true
    case 'in_progress':
    case 'completed':
      return isPartyOf(viewer, project) || project.applied
    case 'draft':
    case 'cancelled':
      return ownsProject(viewer, project)
  }
}
