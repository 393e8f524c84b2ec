import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Message } from '#contract/conversation-schemas.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import { call, callWith } from '../api/client.ts'
import { enterConversation } from '../realtime/connection.ts'
import { flatten, withMessage, type MessagePages } from './message-pages.ts'
import { conversationsQuery } from './use-conversations.ts'

/** The cache key of a conversation's messages; pages are `MessagePages`. */
export const messagesKey = (conversationId: string) =>
  ['messages.list', { params: { id: conversationId } }] as const

/** The messages of a conversation, oldest first, live while shown; `fetchNextPage` brings earlier ones. */
export function useMessages(conversationId: string) {
  const query = useInfiniteQuery({
    queryKey: messagesKey(conversationId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callWith(
        'messages.list',
        { params: { id: conversationId }, query: { before: pageParam } },
        signal,
      ),
    // A full page means that there may be earlier ones.
    getNextPageParam: (oldest) =>
      oldest.length < MESSAGE_LIMITS.page ? undefined : oldest[0]?.created_at,
    staleTime: 0,
  })
  useEffect(() => enterConversation(conversationId), [conversationId])
  const messages = useMemo(() => flatten(query.data), [query.data])
  return { ...query, messages }
}

/** Marks what the other side wrote as read, at once on screen. */
export function useMarkRead(conversationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('messages.read', { params: { id: conversationId } }),
    onSuccess: () => {
      queries.setQueryData(conversationsQuery.queryKey, (all) =>
        all?.map((one) => (one.id === conversationId ? { ...one, unread_count: 0 } : one)),
      )
      return queries.invalidateQueries({ queryKey: ['navigation.counts'] })
    },
  })
}

/** Puts a message that the server confirmed where the screens look for it. */
export function keepSent(queries: QueryClient, message: Message): void {
  queries.setQueryData<MessagePages>(
    messagesKey(message.conversation_id),
    (pages) => pages && withMessage(pages, message),
  )
  queries.setQueryData(conversationsQuery.queryKey, (all) => {
    const current = all?.find((one) => one.id === message.conversation_id)
    if (!all || !current) return all
    const row = { ...current, updated_at: message.created_at, last_message: message }
    return [row, ...all.filter((one) => one !== current)]
  })
}
