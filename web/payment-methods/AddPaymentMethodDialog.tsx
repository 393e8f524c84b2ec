import { useEffect, useRef, useState } from 'react'
import { useAuth } from '#web/api/session.tsx'
import { brand } from '#web/page/brand.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { openNewTab } from '#web/ui/new-tab.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  useCreateCustomer,
  usePaymentMethods,
  useSetupPaymentMethod,
} from './use-payment-methods.ts'

/** Opens the provider's page for a new card in a new tab, then waits until the card is in the list. */
export function AddPaymentMethodDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [waiting, setWaiting] = useState(false)
  const { start, busy } = useStartSetup(() => setWaiting(true))

  function close() {
    setWaiting(false)
    onClose()
  }
  useArrivedCard(open && waiting, () => {
    toast.success('Payment method saved')
    close()
  })

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Add Payment Method"
      locked={busy}
      actions={
        <>
          <Button variant="quiet" onClick={close} disabled={busy}>
            {waiting ? 'Close' : 'Cancel'}
          </Button>
          <Button
            variant={waiting ? 'secondary' : 'primary'}
            busy={busy}
            busyText={`Opening ${brand.provider}...`}
            onClick={start}
          >
            {waiting ? `Open ${brand.provider} again` : `Continue to ${brand.provider}`}
          </Button>
        </>
      }
    >
      {waiting ? (
        <p className="row muted" role="status">
          <Spinner />
          Finish on the page of {brand.provider}. The card appears here by itself.
        </p>
      ) : (
        <p className="muted">
          You enter the card on a page of {brand.provider}, which opens in a new tab. We keep its
          brand, last four digits and expiry, never its number.
        </p>
      )}
    </Dialog>
  )
}

/** Creates the customer if needed, then opens the provider's page; each failure has its toast (SPEC §8). */
function useStartSetup(onOpened: () => void) {
  const { profile } = useAuth()
  const customer = useCreateCustomer()
  const setup = useSetupPaymentMethod()

  async function start() {
    const tab = openNewTab()
    try {
      if (profile && !profile.stripe_customer_id) await customer.mutateAsync(profile.email)
    } catch {
      tab.close()
      toast.error('Failed to create customer account')
      return
    }
    try {
      const { setup_url } = await setup.mutateAsync()
      tab.go(setup_url)
      onOpened()
    } catch {
      tab.close()
      toast.error('Failed to setup payment method')
    }
  }
  return { start: () => void start(), busy: customer.isPending || setup.isPending }
}

/** Calls `onArrived` once when a card appears that was not in the list when waiting began. */
function useArrivedCard(waiting: boolean, onArrived: () => void) {
  const { data, isError } = usePaymentMethods({ waiting })
  const before = useRef<ReadonlySet<string> | null>(null)
  const arrived = useRef(onArrived)
  useEffect(() => {
    arrived.current = onArrived
  })
  const lost = waiting && isError
  useEffect(() => {
    if (lost) toast.error('Failed to save payment method', 'It could not be looked up. Try again.')
  }, [lost])
  useEffect(() => {
    if (!waiting) {
      before.current = null
      return
    }
    if (!data) return
    const known = before.current
    if (known === null) before.current = new Set(data.map((method) => method.id))
    else if (data.some((method) => !known.has(method.id))) arrived.current()
  }, [waiting, data])
}
