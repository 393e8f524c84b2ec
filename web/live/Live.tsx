import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { accessToken } from '#web/api/auth-client.ts'
import { nameZone } from './name-zone.ts'
import { useRealtime } from './use-realtime.ts'

/**
 * Keeps the screen live for the signed-in person, keeps the service worker in place, and sends what waits to be sent.
 * Renders nothing; loaded once the page is idle.
 */
export function Live({ userId }: { userId: string }) {
  useRealtime(userId, accessToken)
  useEffect(nameZone, [])
  const navigate = useNavigate()
  const goTo = useEffectEvent((path: string) => void navigate(path))
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    // Both are fire-and-forget: the next page retries.
    import('#web/push/link-worker.ts')
      .then(({ linkWorker }) => signal.aborted || linkWorker(userId, goTo, signal))
      .catch(() => undefined)
    import('./resume-outbox.ts')
      .then(({ resumeOutbox }) => resumeOutbox(userId, signal))
      .catch(() => undefined)
    return () => end.abort()
  }, [userId])
  return null
}
