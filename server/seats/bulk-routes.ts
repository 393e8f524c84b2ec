import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { declineSeveral, offerSeveral, shortlistSeveral } from './bulk-service.ts'

/** The same action on several applications of a board at once, with an outcome for each. */
export function bulkRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('projects.shortlist', async ({ viewer, params, body, now }) => ({
    rows: await shortlistSeveral(deps, viewer, {
      listingId: params.id,
      ids: body.application_ids,
      now,
    }),
  }))

  routes.sellers('projects.decline', async ({ viewer, params, body, now }) => ({
    rows: await declineSeveral(deps, viewer, {
      listingId: params.id,
      ids: body.application_ids,
      note: body.note,
      now,
    }),
  }))

  routes.sellers('projects.offer', async ({ viewer, params, body, request, now }) => ({
    rows: await offerSeveral(deps, viewer, {
      listingId: params.id,
      wish: body,
      ip: request.ip,
      now,
    }),
  }))
}
