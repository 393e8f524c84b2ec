import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { block, unblock } from './block-service.ts'
import { blockedBy, blockedPerson } from './block-store.ts'

/** Blocking: each person reads their own blocks and no one else's. */
export function blockRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('blocks.list', ({ viewer, query }) =>
    blockedBy(deps.pool, viewer.id, query.after),
  )
  routes.signedIn('blocks.get', async ({ viewer, params }) => ({
    person: (await blockedPerson(deps.pool, viewer.id, params.id))?.person ?? null,
  }))
  routes.signedIn('blocks.add', async ({ viewer, params, now }) => {
    await block(deps, viewer, params.id, now)
    return { blocked: true as const }
  })
  routes.signedIn('blocks.remove', async ({ viewer, params }) => {
    await unblock(deps, viewer, params.id)
    return { blocked: false as const }
  })
}
