import { AppError, foundOr404 } from '#server/http/app-error.ts'
import { previewState } from '#server/uploads/file-links.ts'
import { ownedFile } from '#server/uploads/upload-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentDeliverable, presentWithTitle, sideOfDelivery } from './deliverable-presenter.ts'
import {
  approveDeliverable,
  projectDeliverables,
  requestRevision,
  submitDeliverable,
} from './deliverable-service.ts'
import { type DeliverableRow, deliverablesOfCreator } from './deliverable-store.ts'
import { deliverablesToReview, reviewQueueOf } from './review-list-store.ts'

/** Deliverables: the accepted creator hands in, the project's owner answers. */
export function deliverableRoutes(routes: Routes, deps: Deps): void {
  const { config, pool } = deps

  const shown = (viewer: Viewer, row: DeliverableRow, now: Date) =>
    presentDeliverable(config, row, sideOfDelivery(viewer, row), now)
  const listed = (viewer: Viewer, row: DeliverableRow, now: Date) =>
    presentWithTitle(config, row, sideOfDelivery(viewer, row), now)

  routes.signedIn('deliverables.for_project', async ({ viewer, params, now }) =>
    (await projectDeliverables(deps, viewer, params.id)).map((row) => shown(viewer, row, now)),
  )
  routes.creators('deliverables.upload', async ({ viewer, params }) => {
    const file = foundOr404(await ownedFile(pool, params.id, viewer.id))
    if (file.bucket !== 'deliverable-files') throw new AppError('request.not_found')
    return { preview_state: previewState({ ...file, prepared: file.mark !== null }) }
  })
  routes.creators('deliverables.submit', async ({ viewer, params, body, now }) =>
    shown(viewer, await submitDeliverable(deps, viewer, params.id, body, now), now),
  )
  routes.creators('deliverables.mine', async ({ viewer, query, now }) =>
    (await deliverablesOfCreator(pool, viewer.id, query.after)).map((row) =>
      listed(viewer, row, now),
    ),
  )
  routes.sellers('deliverables.to_review', async ({ viewer, query, now }) =>
    (await deliverablesToReview(pool, viewer.id, query.after)).map((row) =>
      listed(viewer, row, now),
    ),
  )
  routes.sellers('deliverables.queue', ({ viewer, query }) =>
    reviewQueueOf(pool, viewer.id, query.listing ?? null),
  )
  routes.sellers('deliverables.approve', async ({ viewer, params, body, now }) => {
    const options = {
      release: body.release,
      despiteOpenWork: body.despite_open_work ?? false,
      waiveOpenNotes: body.waive_open_notes ?? false,
    }
    return shown(viewer, await approveDeliverable(deps, viewer, params.id, options, now), now)
  })
  routes.sellers('deliverables.request_revision', async ({ viewer, params, body, now }) =>
    shown(viewer, await requestRevision(deps, viewer, params.id, body.reviewer_notes, now), now),
  )
}
