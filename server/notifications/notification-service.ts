import { noticePage } from '#contract/notice.ts'
import type { NotificationChoice, NotificationPreference } from '#contract/notification-schemas.ts'
import { NOTIFICATION_LIMITS } from '#contract/notifications.ts'
import type { Answer } from '#contract/schemas.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { presentNotification } from './notification-presenter.ts'
import {
  markAllRead,
  markPageRead,
  markRead,
  type NotificationRow,
  notificationsOf,
} from './notification-store.ts'
import { noteSeen, preferencesOf, setPreference } from './reader-store.ts'

/** A page of the viewer's own notifications, newest first: the first page, or the one after cursor `before`. */
export async function listNotifications(
  deps: Deps,
  viewer: Viewer,
  before: number | null,
): Promise<Answer<'notifications.list'>> {
  const found = await notificationsOf(deps.pool, viewer.id, before)
  const last = found.at(-1)
  const more = found.length === NOTIFICATION_LIMITS.page && last !== undefined
  return { items: found.map(presentNotification), next: more ? last.id : null }
}

/** Marks one of the viewer's own notifications as read. Idempotent. Throws 404 for any other number. */
export async function readNotification(
  deps: Deps,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<NotificationRow> {
  const read = foundOr404(await markRead(deps.pool, viewer.id, id, now))
  await refreshOwnPages(deps, viewer)
  return read
}

/** Marks the viewer's notifications up to a number as read. Returns how many. */
export async function allRead(
  deps: Deps,
  viewer: Viewer,
  upTo: number,
  now: Date,
): Promise<number> {
  const read = await markAllRead(deps.pool, viewer.id, upTo, now)
  if (read > 0) await refreshOwnPages(deps, viewer)
  return read
}

/**
 * Records that the viewer has a page on screen. Opening it marks as read every notification that leads there; one that
 * arrives while they look at the page stays new. Returns how many were read.
 */
export async function lookAt(
  deps: Deps,
  viewer: Viewer,
  { path, arrived }: { path: string; arrived: boolean },
  now: Date,
): Promise<number> {
  const page = noticePage(path)
  await noteSeen(deps.pool, viewer.id, page, now)
  const read = arrived ? await markPageRead(deps.pool, viewer.id, page, now) : 0
  if (read > 0) await refreshOwnPages(deps, viewer)
  return read
}

/** Switches mails or pushes of one kind on or off. Returns every kind. */
export function choosePreference(
  deps: Deps,
  viewer: Viewer,
  choice: NotificationChoice,
): Promise<NotificationPreference[]> {
  return inTransaction(deps.pool, async (tx) => {
    await setPreference(tx, viewer.id, choice)
    return preferencesOf(tx, viewer.id)
  })
}

/** The reader's other open pages refetch their counts. */
async function refreshOwnPages(deps: Deps, viewer: Viewer): Promise<void> {
  await enqueue(deps.pool, 'realtime.changed', {
    user_ids: [viewer.id],
    topics: ['notifications'],
    project_id: null,
  })
}
