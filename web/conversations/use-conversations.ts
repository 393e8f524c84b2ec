import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { apiQuery } from '../api/query-client.ts'

/** The read of one's own conversations, for hooks that bring it up to date. */
export const conversationsQuery = apiQuery('conversations.list')

/** One's own conversations, latest first. */
export function useConversations({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...conversationsQuery, enabled })
}

/** One conversation; the list's row stands in until its own answer is there. */
export function useConversation(id: string) {
  const queries = useQueryClient()
  return useQuery({
    ...apiQuery('conversations.get', { params: { id } }),
    placeholderData: () =>
      queries.getQueryData(conversationsQuery.queryKey)?.find((one) => one.id === id),
  })
}

/** Opens or finds the conversation about a project; a seller also names the creator. Answers the conversation. */
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
      return queries.invalidateQueries({ queryKey: conversationsQuery.queryKey })
    },
  })
}
