import { useEffect, useRef } from 'react'
import { useFunding } from '#web/payments/use-funding.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { DealQuestion } from './questions.ts'
import { boardWords as say } from './board-words.ts'

const SelectPaymentMethodDialog = lazyComponent(
  async () =>
    (await import('#web/payment-methods/SelectPaymentMethodDialog.tsx')).SelectPaymentMethodDialog,
)

/** Funds a deal from the board: with a saved card, or on the provider's page. */
export function FundCard({ placed, first, onClose }: DealQuestion) {
  const { project } = placed.deal
  const amount = project.accepted_price ?? 0
  const { application_id } = placed
  const funding = useFunding({ project_id: project.id, application_id, amount })
  const { busy } = funding
  const began = useRef(false)
  // Paid, refused or sent to the provider's page: the card shows each of these outcomes.
  useEffect(() => {
    if (began.current && !busy) onClose()
    began.current = busy
  }, [busy, onClose])

  if (!funding.ready) return null
  if (funding.methods.length > 0)
    return (
      <SelectPaymentMethodDialog
        open
        amount={amount}
        methods={funding.methods}
        busy={busy}
        onChoose={funding.pay}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      open
      title={say.fundTitle(first, amount)}
      confirm={say.fund}
      busy={busy}
      busyText={say.funding}
      onConfirm={funding.start}
      onClose={onClose}
    >
      <p className="muted">{say.fundText}</p>
    </ConfirmDialog>
  )
}
