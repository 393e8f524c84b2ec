import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'
import { turnPushOff, turnPushOn } from './device-push.ts'

const state = apiQuery('push.state')

/** Whether the product offers notifications on devices, and this session's browser supports them. */
export function useDevicePush() {
  const queries = useQueryClient()
  const { data } = useQuery(state)
  const publicKey = data?.server_key ?? null
  const change = useMutation({
    mutationFn: async (on: boolean): Promise<NotificationPermission> => {
      if (on) return turnPushOn(publicKey ?? '')
      await turnPushOff()
      return 'granted'
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: state.queryKey }),
        queries.invalidateQueries({ queryKey: apiQuery('notifications.preferences').queryKey }),
      ]),
  })
  return { publicKey, subscribed: data?.subscribed ?? false, change }
}
