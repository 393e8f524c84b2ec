import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useAuth } from '#web/api/session.tsx'

const list = apiQuery('first_steps.list')
const me = apiQuery('profiles.me')

/**
 * One's own first steps. They can be done in other tabs and on other devices too, so returning to the page refetches
 * them.
 */
export function useFirstSteps() {
  return useQuery({ ...list, refetchOnWindowFocus: 'always' })
}

/** Hides the list for good, on every device. */
export function useDismissFirstSteps() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('first_steps.dismiss'),
    onSuccess: (answer) => queries.setQueryData(list.queryKey, answer),
  })
}

/** Records, once per person, that the page that greets them was shown. Fire-and-forget; the next visit retries. */
export function useArrival(): void {
  const { profile } = useAuth()
  const queries = useQueryClient()
  const isNew = profile?.visit === 'new'
  const { mutate } = useMutation({
    mutationFn: () => call('first_steps.arrive'),
    onSuccess: ({ visit }) =>
      queries.setQueryData(me.queryKey, (known) => (known ? { ...known, visit } : known)),
  })
  useEffect(() => {
    if (isNew) mutate()
  }, [isNew, mutate])
}
