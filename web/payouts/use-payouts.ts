import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'

const account = apiQuery('payouts.account')

/** One's own payout account; `data` is null while there is none. `enabled` is false for sellers. */
export function usePayoutAccount({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    ...account,
    enabled,
    // Onboarding happens in another tab: returning is the moment to refetch.
    refetchOnWindowFocus: 'always',
  })
}

/** Creates the account if needed and returns the provider's page to continue on, which leads back to the project. */
export function useOnboarding(projectId?: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (country?: string) =>
      call('payouts.onboard', {
        body: { ...(projectId ? { project_id: projectId } : {}), ...(country ? { country } : {}) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: account.queryKey }),
  })
}

/** Returns the provider's own page of the account, valid for one use. */
export function usePayoutDashboard() {
  return useMutation({ mutationFn: () => call('payouts.dashboard') })
}

/** Requests the account's progress from the provider. */
export function useRefreshPayout() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('payouts.refresh'),
    onSuccess: (refreshed) => queries.setQueryData(account.queryKey, refreshed),
  })
}
