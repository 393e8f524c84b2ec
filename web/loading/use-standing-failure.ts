import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

type Read = Pick<UseQueryResult, 'error' | 'isPending'> & {
  /** When it last failed, in ms. Without it, a failure does not stand. */
  errorUpdatedAt?: number
  refetch: () => Promise<unknown>
}

/**
 * Returns a read whose failure stands while it is repeated in the background, for example because someone came back to
 * the window: the query library forgets the error at once, and the notice about it would disappear for a moment, with
 * the focus in it. It is pending once `refetch` was called.
 */
export function useStandingFailure(read: Read): Pick<Read, 'error' | 'isPending' | 'refetch'> {
  const { error, errorUpdatedAt: at, isPending } = read
  const [last, setLast] = useState<{ error: Error; at: number } | null>(null)
  if (error !== null && at !== undefined && last?.error !== error) setLast({ error, at })
  // The time tells whether this is the same read, or that of another list.
  const stands = error === null && isPending && last !== null && last.at === at
  return {
    error: stands ? last.error : error,
    isPending: isPending && !stands,
    refetch() {
      setLast(null)
      return read.refetch()
    },
  }
}
