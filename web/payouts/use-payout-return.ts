import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useRefreshPayout } from './use-payouts.ts'

/**
 * Back from the provider's onboarding at the form that it was for: asks for the account's progress, so that no one has
 * to press Refresh, leads to the form, and clears the address.
 */
export function usePayoutReturn(): void {
  const [search, setSearch] = useSearchParams()
  const { mutate } = useRefreshPayout()
  const returned = search.has('payout')
  useEffect(() => {
    if (!returned) return
    // A failure needs no toast: the notice shows the state and has its own button.
    mutate()
    setSearch(
      (now) => {
        now.delete('payout')
        return now
      },
      { replace: true },
    )
    document.getElementById('application')?.scrollIntoView({ block: 'start' })
  }, [returned, mutate, setSearch])
}
