import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationPreference } from '#contract/notification-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'

const preferences = apiQuery('notifications.preferences')

/** Which kinds of mail the reader wants. */
export const usePreferences = () => useQuery(preferences)

/** Switches mails of one kind on or off, optimistically; the server's state wins in the end. */
export function usePrefer() {
  const queries = useQueryClient()
  const show = (chosen: NotificationPreference) => {
    queries.setQueryData(preferences.queryKey, (all) =>
      all?.map((one) => (one.kind === chosen.kind ? chosen : one)),
    )
  }
  return useMutation({
    mutationFn: (body: NotificationPreference) => call('notifications.prefer', { body }),
    onMutate: show,
    // The refetch may fail, too.
    onError: (_error, chosen) => show({ ...chosen, email: !chosen.email }),
    onSettled: () => queries.invalidateQueries({ queryKey: preferences.queryKey }),
  })
}
