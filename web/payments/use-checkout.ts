import { paymentMessages } from '#contract/payments.ts'
import { after } from '../api/after.ts'
import { mayPass, messageOf } from '../api/errors.ts'
import { openNewTab } from '../ui/new-tab.ts'
import { toast } from '../ui/toast.ts'
import { useFundEscrow } from './use-payments.ts'

/** SPEC §8; also when no checkout address comes back. */
const FAILED = 'Payment Failed - Unable to process payment. Please try again.'

/** Opens the provider's checkout of an accepted application in a new tab (SPEC §7). */
export function useCheckout(ids: { project_id: string; application_id: string | null }) {
  const fund = useFundEscrow()
  const { project_id, application_id } = ids

  function open() {
    if (fund.isPending) return
    if (application_id === null) return toast.error(paymentMessages.createIdsRequired)
    const tab = openNewTab()
    after(fund.mutateAsync({ project_id, application_id }), {
      onSuccess({ checkout_url }) {
        if (checkout_url) return tab.go(checkout_url)
        tab.close()
        toast.error(FAILED)
      },
      onError(error) {
        tab.close()
        toast.error(FAILED, mayPass(error) ? undefined : messageOf(error))
      },
    })
  }

  return { open, busy: fund.isPending }
}
