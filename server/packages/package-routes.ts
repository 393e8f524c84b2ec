import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import {
  arrangePackages,
  createPackage,
  ownPackages,
  removePackage,
  switchPackage,
  updatePackage,
} from './package-service.ts'

/** A creator's packages: creators write, arrange, list and pause their own. */
export function packageRoutes(routes: Routes, deps: Deps): void {
  routes.creators('packages.mine', ({ viewer }) => ownPackages(deps, viewer))

  routes.creators('packages.create', ({ viewer, body, now }) =>
    createPackage(deps, viewer, body, now),
  )

  routes.creators('packages.arrange', ({ viewer, body }) => arrangePackages(deps, viewer, body.ids))

  routes.creators('packages.update', ({ viewer, params, body }) =>
    updatePackage(deps, viewer, params.id, body),
  )

  routes.creators('packages.list', ({ viewer, params }) =>
    switchPackage(deps, viewer, params.id, 'list'),
  )

  routes.creators('packages.pause', ({ viewer, params }) =>
    switchPackage(deps, viewer, params.id, 'pause'),
  )

  routes.creators('packages.remove', async ({ viewer, params }) => {
    await removePackage(deps, viewer, params.id)
    return { removed: true as const }
  })
}
