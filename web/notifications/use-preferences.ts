import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationChoice } from '#contract/notification-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'

const preferences = apiQuery('notifications.preferences')

/** The kinds of mail that the reader wants. */
export const usePreferences = () => useQuery(preferences)

/** Switches mails or pushes of one kind on or off, optimistically; the server's state wins in the end. */
export function usePrefer() {
  const queries = useQueryClient()
  const show = ({ kind, email, push }: NotificationChoice) => {
    queries.setQueryData(preferences.queryKey, (all) =>
      all?.map((one) =>
        one.kind === kind ? { kind, email: email ?? one.email, push: push ?? one.push } : one,
      ),
    )
  }
  return useMutation({
    mutationFn: (body: NotificationChoice) => call('notifications.prefer', { body }),
    onMutate: show,
    // The refetch may fail, too.
    onError: (_error, { kind, email, push }) =>
      show({
        kind,
        ...(email === undefined ? {} : { email: !email }),
        ...(push === undefined ? {} : { push: !push }),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: preferences.queryKey }),
  })
}
