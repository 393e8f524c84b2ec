import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentExtensions } from './extension-presenter.ts'
import { answerExtension, makeExtension, readExtensions } from './extension-service.ts'

/** More months for a licence, between the two sides of its deal. */
export function extensionRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('extensions.of_project', async ({ viewer, params, now }) => {
    const found = await readExtensions(deps, viewer, params.id)
    return found === null ? null : presentExtensions(found, now)
  })
  routes.signedIn('extensions.make', async ({ viewer, params, body, now }) =>
    presentExtensions(await makeExtension(deps, viewer, params.id, body), now),
  )
  routes.signedIn('extensions.accept', async ({ viewer, params, now }) =>
    presentExtensions(await answerExtension(deps, viewer, params.id, 'accept'), now),
  )
  routes.signedIn('extensions.decline', async ({ viewer, params, now }) =>
    presentExtensions(await answerExtension(deps, viewer, params.id, 'decline'), now),
  )
  routes.signedIn('extensions.withdraw', async ({ viewer, params, now }) =>
    presentExtensions(await answerExtension(deps, viewer, params.id, 'withdraw'), now),
  )
}
