import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'

const accountKey = ['payouts.account', {}] as const

/** One's own payout account; `data` is null while there is none. `enabled` is false for sellers. */
export function usePayoutAccount({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: accountKey,
    queryFn: () => call('payouts.account'),
    enabled,
    // Onboarding happens in another tab: coming back is the moment to look again.
    refetchOnWindowFocus: 'always',
  })
}

/** Creates the account if needed and answers the provider's page to continue on. */
export function useOnboarding() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('payouts.onboard'),
    onSuccess: () => queries.invalidateQueries({ queryKey: accountKey }),
  })
}

/** Asks the provider how far the account is. */
export function useRefreshPayout() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('payouts.refresh'),
    onSuccess: (account) => queries.setQueryData(accountKey, account),
  })
}
