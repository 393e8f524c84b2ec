import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, callWith } from '#web/api/client.ts'
import { enterConversation } from '#web/realtime/connection.ts'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'
import { checkLoaded, eventsQuery, isJustRead, messagesKey, readOn } from './live-messages.ts'
import { flatten } from './message-pages.ts'
import { changeConversations } from './use-conversations.ts'

/** A conversation's messages, oldest first, live while shown; `fetchNextPage` loads earlier ones. */
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
    // Loaded once; from then on they catch up. Refetching all pages would move the text being read.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    // The cache of an earlier visit may be stale; the socket delivers only newer messages.
    if (!isJustRead(queries, conversationId)) readOn(queries, conversationId)
    return enterConversation(conversationId)
  }, [queries, conversationId])
  const { data } = query
  useEffect(() => {
    if (data !== undefined) checkLoaded(queries, conversationId)
  }, [queries, conversationId, data])
  const messages = useMemo(() => flatten(data), [data])
  return { ...query, messages }
}

/** The events of a conversation's deal, oldest first; empty until known. Links to stills are renewed while there are any. */
export function useThreadEvents(conversationId: string) {
  const { data = NONE, refetch } = useQuery({
    ...eventsQuery(conversationId),
    refetchInterval: ({ state }) =>
      state.data?.some(({ deliverable }) => deliverable?.poster_url != null)
        ? LINKS_RENEWED_MS
        : false,
  })
  return { events: data, renew: () => void refetch() }
}
const NONE: never[] = []

/** Marks the other side's messages as read, optimistically. */
export function useMarkRead(conversationId: string) {
  const queries = useQueryClient()
  return useMutation({
    // Reporting it may wait.
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
