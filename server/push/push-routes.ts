import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { pushState, subscribe, unsubscribe } from './push-service.ts'

/** Web push to the browser of the viewer's own session. */
export function pushRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('push.state', ({ viewer }) => pushState(deps, viewer))
  routes.signedIn('push.subscribe', async ({ viewer, body, now }) => {
    await subscribe(deps, viewer, body, now)
    return { subscribed: true }
  })
  routes.signedIn('push.unsubscribe', async ({ viewer }) => {
    await unsubscribe(deps, viewer)
    return { subscribed: false }
  })
}
