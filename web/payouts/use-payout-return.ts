import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useRefreshPayout } from './use-payouts.ts'

/**
 * Back from the provider's onboarding: asks for the account's progress, so that no one has to press Refresh, leads to
 * the part that it was for, the keyboard as well, and clears the address.
 *
 * @param partId the id of an element that can take the focus
 */
export function usePayoutReturn(partId: string): void {
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
    const part = document.getElementById(partId)
    part?.scrollIntoView({ block: 'start' })
    part?.focus({ preventScroll: true })
  }, [returned, partId, mutate, setSearch])
}
