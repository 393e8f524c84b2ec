import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Conversation } from '#contract/conversation-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'

/** The cache key of one's own conversations. */
export const conversationsKey = ['conversations.list', undefined] as const

type ListPages = InfiniteData<Conversation[], string | undefined>

/** The cached conversations of all loaded pages; undefined before there are any. */
export const loadedConversations = (queries: QueryClient): Conversation[] | undefined =>
  queries.getQueryData<ListPages>(conversationsKey)?.pages.flat()

/** Updates the cached conversations, if any are loaded. The next page continues after the last one that remains. */
export function changeConversations(
  queries: QueryClient,
  change: (all: Conversation[]) => Conversation[],
): void {
  queries.setQueryData<ListPages>(
    conversationsKey,
    (list) => list && { pages: [change(list.pages.flat())], pageParams: [undefined] },
  )
}

/** One's own conversations, latest first. */
export function useConversations() {
  return usePagesOfRows('conversations.list', { sort: 'latest' })
}

/** One conversation; the list's row is used until its own response arrives. */
export function useConversation(id: string) {
  const queries = useQueryClient()
  return useQuery({
    ...apiQuery('conversations.get', { params: { id } }),
    placeholderData: () => loadedConversations(queries)?.find((one) => one.id === id),
  })
}

/** Where a seller is allowed to write to a creator; undefined while that is unknown. */
export function useTalkPlace(creatorId: string) {
  return useQuery(apiQuery('conversations.with_creator', { params: { id: creatorId } })).data
}

/** Opens or finds the conversation about a project; a seller also names the creator. Returns the conversation. */
export function useOpenConversation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (who: { project_id: string; creator_id?: string }) =>
      call('conversations.open', { body: who }),
    onSuccess: (conversation) => {
      queries.setQueryData(
        apiQuery('conversations.get', { params: { id: conversation.id } }).queryKey,
        conversation,
      )
      return queries.invalidateQueries({ queryKey: conversationsKey })
    },
  })
}
