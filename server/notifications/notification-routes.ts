import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentNotification } from './notification-presenter.ts'
import {
  allRead,
  choosePreference,
  listNotifications,
  lookAt,
  readNotification,
} from './notification-service.ts'
import { unreadCount } from './notification-store.ts'
import { preferencesOf } from './reader-store.ts'

/** The viewer's own notifications. */
export function notificationRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('notifications.list', ({ viewer, query }) =>
    listNotifications(deps, viewer, query.before ?? null),
  )
  routes.signedIn('notifications.unread', ({ viewer }) => unreadCount(deps.pool, viewer.id))
  routes.signedIn('notifications.read', async ({ viewer, params, now }) =>
    presentNotification(await readNotification(deps, viewer, Number(params.id), now)),
  )
  routes.signedIn('notifications.read_all', async ({ viewer, body, now }) => ({
    read: await allRead(deps, viewer, body.up_to, now),
  }))
  routes.signedIn('notifications.seen', async ({ viewer, body, now }) => ({
    read: await lookAt(deps, viewer, body, now),
  }))
  routes.signedIn('notifications.preferences', ({ viewer }) => preferencesOf(deps.pool, viewer.id))
  routes.signedIn('notifications.prefer', ({ viewer, body }) =>
    choosePreference(deps, viewer, body),
  )
}
