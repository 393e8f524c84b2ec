import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, callWith } from '#web/api/client.ts'
import { enterConversation } from '#web/realtime/connection.ts'
import { checkLoaded, eventsQuery, messagesKey, readOn } from './live-messages.ts'
import { flatten } from './message-pages.ts'
import { changeConversations } from './use-conversations.ts'

/** The messages of a conversation, oldest first, live while shown; `fetchNextPage` brings earlier ones. */
export function useMessages(conversationId: string) {
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: messagesKey(conversationId),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      callWith(
        'messages.list',
        { params: { id: conversationId }, query: { before: pageParam } },
        signal,
      ),
    getNextPageParam: (oldest) => {
      const first = oldest[0]?.seq ?? 1
      return first > 1 ? first : undefined
    },
    // Loaded once; from then on they catch up. Fetching all pages anew would move what is read.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    // What was kept from an earlier look at it may be old; the socket brings what comes from now on.
    readOn(queries, conversationId)
    return enterConversation(conversationId)
  }, [queries, conversationId])
  const { data } = query
  useEffect(() => {
    if (data !== undefined) checkLoaded(queries, conversationId)
  }, [queries, conversationId, data])
  const messages = useMemo(() => flatten(data), [data])
  return { ...query, messages }
}

/** What happened to the deal of a conversation, oldest first; none until known. */
export function useThreadEvents(conversationId: string) {
  return useQuery(eventsQuery(conversationId)).data ?? NONE
}
const NONE: never[] = []

/** Marks what the other side wrote as read, at once on screen. */
export function useMarkRead(conversationId: string) {
  const queries = useQueryClient()
  return useMutation({
    // That it was seen may be told later.
    networkMode: 'online',
    mutationFn: () => call('messages.read', { params: { id: conversationId } }),
    onSuccess: () => {
      changeConversations(queries, (all) =>
        all.map((one) => (one.id === conversationId ? { ...one, unread_count: 0 } : one)),
      )
      return queries.invalidateQueries({ queryKey: ['navigation.counts'] })
    },
  })
}
