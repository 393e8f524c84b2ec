import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ChangeTopic } from '#contract/conversations.ts'
import { concerns } from './topics.ts'

/**
 * Returns a function to call after a mutation: it refetches whatever is shown of these topics, as a `changed` event
 * would.
 */
export function useRefresh(...topics: readonly ChangeTopic[]): () => Promise<void> {
  const queries = useQueryClient()
  const names = topics.join(' ')
  return useCallback(() => {
    const all = names.split(' ') as ChangeTopic[]
    return queries.invalidateQueries({
      predicate: ({ queryKey }) => all.some((topic) => concerns(topic, queryKey)),
    })
  }, [queries, names])
}
