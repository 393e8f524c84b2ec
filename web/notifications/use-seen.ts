import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { NOTIFICATION_LIMITS, PRESENCE } from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'

/**
 * Tells the server which page the reader has before them, for as long as they do: nothing is mailed about it
 * meanwhile, and what leads to it counts as read when it is opened or come back to. Mount it once.
 */
export function useSeen(): void {
  const { pathname } = useLocation()
  const queries = useQueryClient()
  useEffect(() => {
    if (pathname.length > NOTIFICATION_LIMITS.path) return

    async function tell(arrived: boolean) {
      if (document.visibilityState !== 'visible') return
      // Nobody waits for it, and the next sign of life comes soon.
      const seen = await call('notifications.seen', { body: { path: pathname, arrived } }).catch(
        () => ({ read: 0 }),
      )
      if (seen.read === 0) return
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('notifications.'),
      })
    }

    const arrive = () => void tell(true)
    arrive()
    const timer = setInterval(() => void tell(false), PRESENCE.everyMs)
    document.addEventListener('visibilitychange', arrive)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', arrive)
    }
  }, [pathname, queries])
}
