import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { useFunding } from './use-funding.ts'

const SelectPaymentMethodDialog = lazyComponent(
  async () =>
    (await import('#web/payment-methods/SelectPaymentMethodDialog.tsx')).SelectPaymentMethodDialog,
)

/** Asks which card to charge, where there are saved ones. `amount` is USD. */
export const FundingDialog = ({
  funding,
  amount,
}: {
  funding: ReturnType<typeof useFunding>
  amount: number
}) => (
  <SelectPaymentMethodDialog
    open={funding.choosing}
    amount={amount}
    methods={funding.methods}
    busy={funding.busy}
    onChoose={funding.pay}
    onClose={funding.cancel}
  />
)
