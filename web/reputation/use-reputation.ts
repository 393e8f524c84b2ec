import { useMutation, useQuery } from '@tanstack/react-query'
import type { WrittenReview } from '#contract/reputation-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** The two reviews of a deal, as its reader may see them; a `changed` event refetches them. */
export const useDealReviews = (projectId: string) =>
  useQuery({ ...apiQuery('reputation.of_deal', { params: { id: projectId } }), staleTime: 0 })

/** Seals the reader's review, or changes it while it is sealed. */
export function useWriteReview(id: string) {
  const refresh = useRefresh('reputation')
  return useMutation({
    mutationFn: (body: WrittenReview) => call('reputation.write', { params: { id }, body }),
    onSettled: refresh,
  })
}

/** Asks the other side for its review, once. */
export function useAskForReview(id: string) {
  const refresh = useRefresh('reputation')
  return useMutation({
    mutationFn: () => call('reputation.ask', { params: { id } }),
    onSettled: refresh,
  })
}

/** Publishes an answer to a review about the reader. */
export function useAnswerReview(id: string) {
  const refresh = useRefresh('reputation')
  return useMutation({
    mutationFn: (body: string) => call('reputation.answer', { params: { id }, body: { body } }),
    onSettled: refresh,
  })
}

/** The reviews on a profile, newest first; `first.figures` is their summary. */
export const useProfileReviews = (profileId: string) =>
  usePages({
    key: 'reputation.of_profile',
    input: { params: { id: profileId } },
    rowsOf: ({ rows }) => rows,
    nextOf: ({ next }) => next,
  })
