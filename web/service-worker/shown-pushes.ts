import { NOTIFICATION_KIND_WORDS } from '#contract/notification-kind-words.ts'
import { paths } from '#contract/paths.ts'
import type { PushContent } from '#contract/push.ts'
import { withOwnTimes } from '#web/notifications/own-times.ts'
import type { WorkerMessage } from './worker-messages.ts'
import { type OpenWindow, worker } from './worker-scope.ts'

/** How long a page has to confirm, in ms; one that does not has no app that could navigate there. */
const CONFIRMED_MS = 1_000

/** Shows a push; browsers require that every push is shown. A later one with the same tag replaces it silently. */
export async function showPush(data: { json(): unknown } | null): Promise<void> {
  const { title, kind, tag, path } = contentOf(data)
  await worker.registration.showNotification(withOwnTimes(title), {
    body: NOTIFICATION_KIND_WORDS[kind].label,
    tag,
    icon: '/brand/icon-192.png',
    data: { path },
  })
}

/** The text of a push that cannot be read: it came from an older or newer release. */
const UNREADABLE: PushContent = {
  tag: 'notice',
  title: 'Something new for you',
  kind: 'reminders',
  path: paths.notifications,
}

function contentOf(data: { json(): unknown } | null): PushContent {
  try {
    const content = data?.json() as PushContent
    return content.kind in NOTIFICATION_KIND_WORDS ? content : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

/** Navigates to what a notification is about: in an open page if there is one, otherwise in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const path = ownPath((notification.data as { path?: unknown } | null)?.path)
  const windows = await openWindows()
  const shown =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  if (shown !== undefined) {
    await shown.focus().catch(() => undefined)
    if (await isTaken(shown, { kind: 'open', path })) return
  }
  await worker.clients.openWindow(path)
}

/** Returns a path of this site; anything else becomes one of our own pages. */
function ownPath(path: unknown): string {
  const { origin } = worker.location
  if (typeof path !== 'string' || !URL.canParse(path, origin)) return paths.notifications
  const url = new URL(path, origin)
  return url.origin === origin && path.startsWith('/')
    ? url.pathname + url.search + url.hash
    : paths.notifications
}

/**
 * Handles a push subscription that the push service replaced, or that the browser dropped. The worker has no session:
 * an open page registers the new one, otherwise the next page to open does (web/push/device-push.ts).
 */
export async function renewSubscription(
  old: PushSubscription | null | undefined,
  next: PushSubscription | null | undefined,
): Promise<void> {
  if (!next && old) await worker.registration.pushManager.subscribe(old.options)
  for (const one of await openWindows()) if (await isTaken(one, { kind: 'subscription' })) return
}

const openWindows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Sends a page a message, and resolves to whether the page confirmed it within `CONFIRMED_MS`. */
function isTaken(page: OpenWindow, message: WorkerMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(false), CONFIRMED_MS)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    page.postMessage(message, [port2])
  })
}
