import { alsoForget } from '#web/drafts/draft-store.ts'
import { onWorkerMessage, registerWorker } from '#web/service-worker/register.ts'
import { keepPush, leavePush } from './device-push.ts'

// Signing out here, or somebody else signing in: what the device still shows is no longer theirs to see.
alsoForget(() => void leavePush().catch(() => undefined))

/** Registers the service worker, and does what it asks of an open page, until `signal`. Call it once for a signed-in person. */
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
