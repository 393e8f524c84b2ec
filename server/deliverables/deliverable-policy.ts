import type { Viewer } from '#server/http/viewer.ts'
import type { DeliverableRow } from './deliverable-store.ts'
import type { DeliveryProject } from './hand-in-store.ts'

/** The owner of a project reads everything delivered to it. */
export const mayReadAll = (viewer: Viewer, project: DeliveryProject): boolean =>
  project.seller_id === viewer.id

/** An applicant reads their own deliveries; for anyone else a project has none. */
export const mayReadOwn = (_viewer: Viewer, project: DeliveryProject): boolean =>
  project.application_id !== null

/** Whether someone who wants to deliver may know that the project exists (decision P18). */
export const maySeeProject = (_viewer: Viewer, project: DeliveryProject): boolean =>
  project.status === 'active' || project.application_id !== null

/** Only the accepted creator of a running project delivers (decision P17). */
export const mayDeliver = (project: DeliveryProject): boolean =>
  project.status === 'in_progress' && project.application_status === 'accepted'

/** Only the project's owner answers a delivery. */
export const mayReview = (
  viewer: Viewer,
  deliverable: Pick<DeliverableRow, 'seller_id'>,
): boolean => deliverable.seller_id === viewer.id
