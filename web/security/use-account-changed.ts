import { useQueryClient } from '@tanstack/react-query'

/**
 * Returns a function to call after an act on one's own account: refetches the sessions, which the act may have ended,
 * and the account's log, which lists it.
 */
export function useAccountChanged(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const key of ['sessions.list', 'account.log'])
      void queries.invalidateQueries({ queryKey: [key] })
  }
}
