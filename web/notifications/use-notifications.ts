import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call, callWith } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** The reader's unread count; zero until known. */
export function useUnread(): number {
  const unread = useQuery({
    ...apiQuery('notifications.unread'),
    staleTime: 30_000,
    refetchInterval: 60_000,
  })
  return unread.data?.unread ?? 0
}

/** The reader's notifications, newest first; `fetchNextPage` loads earlier ones. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: ['notifications.list', {}] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      callWith('notifications.list', { query: { before: pageParam } }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Marks one as read, because it was opened. */
export function useReadNotification() {
  const refresh = useRefresh('notifications')
  return useMutation({
    // Reporting it may wait.
    networkMode: 'online',
    mutationFn: (id: number) => call('notifications.read', { params: { id: String(id) } }),
    onSettled: refresh,
  })
}

/** Marks all up to a number as read: the ones the reader had on screen. */
export function useReadAll() {
  const refresh = useRefresh('notifications')
  return useMutation({
    mutationFn: (upTo: number) => call('notifications.read_all', { body: { up_to: upTo } }),
    onSettled: refresh,
  })
}
