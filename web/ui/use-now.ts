import { useEffect, useState } from 'react'

/** The time, brought up to date every `everyMs`, for "4 minutes ago" and the days left to review. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
