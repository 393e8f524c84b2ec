import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { NOTIFICATION_LIMITS, PRESENCE } from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'

/**
 * Reports the page the reader is looking at, for as long as they do: nothing about it is mailed meanwhile, and
 * notifications that link to it count as read when it is opened or returned to. Mount it once.
 */
export function useSeen(): void {
  const { pathname } = useLocation()
  const queries = useQueryClient()
  useEffect(() => {
    if (pathname.length > NOTIFICATION_LIMITS.path) return

    async function report(arrived: boolean) {
      if (document.visibilityState !== 'visible') return
      // Fire-and-forget: the next report comes soon.
      const seen = await call('notifications.seen', { body: { path: pathname, arrived } }).catch(
        () => ({ read: 0 }),
      )
      if (seen.read === 0) return
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('notifications.'),
      })
    }

    const arrive = () => void report(true)
    // In a task of its own: sending takes a slow phone 20 ms, and the task that shows the page is already its longest.
    const first = setTimeout(arrive)
    const timer = setInterval(() => void report(false), PRESENCE.everyMs)
    document.addEventListener('visibilitychange', arrive)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', arrive)
    }
  }, [pathname, queries])
}
