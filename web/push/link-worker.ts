import { alsoForget } from '#web/drafts/draft-store.ts'
import { onWorkerMessage, registerWorker } from '#web/service-worker/register.ts'
import { keepPush, leavePush } from './device-push.ts'

// On signing out here, or when someone else signs in: they may no longer see the notifications this device still shows.
alsoForget(() => void leavePush().catch(() => undefined))

/**
 * Registers the service worker and handles its requests to an open page, until `signal`. Call it once for a signed-in
 * person.
 */
export function linkWorker(
  userId: string,
  navigate: (path: string) => void,
  signal: AbortSignal,
): void {
  const keep = () => {
    if (!signal.aborted) void keepPush(userId).catch(() => undefined)
  }
  void registerWorker().then(keep)
  const stop = onWorkerMessage((message) => {
    if (message.kind === 'open') navigate(message.path)
    else keep()
  })
  signal.addEventListener('abort', stop)
}
