import { use, useEffect, useState } from 'react'
import { PageFactsContext } from './page-facts.ts'

const MINUTE_MS = 60_000

/** The current time for a screen: taken on mount, or from the page that the server sent, and updated every minute. */
export function useNow(): Date {
  const { brought } = use(PageFactsContext).known
  const [now, setNow] = useState(() => (brought ? new Date(brought.at) : new Date()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
