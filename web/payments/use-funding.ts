import { useState } from 'react'
import type { PaymentMethod } from '#contract/payment-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { paymentFailures, paymentMessages, priceIsNow } from '#contract/payments.ts'
import { errorCode, messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { usePaymentMethods } from '#web/payment-methods/use-payment-methods.ts'
import { openNewTab } from '#web/ui/new-tab.ts'
import { toast } from '#web/ui/toast.ts'
import { failureDetail, PAYMENT_FAILED, toastNotPaid } from './payment-failures.ts'
import { useAgreedPrice, useFundEscrow } from './use-payments.ts'

/**
 * Funds an accepted application. With saved cards it asks which one to charge; otherwise, and for another card, the
 * provider's checkout opens in a new tab (SPEC §7).
 */
export function useFunding(wish: {
  project_id: string
  application_id: string | null
  /** Whose extra is paid; absent: the deal itself. */
  amendment_id?: string
  /** USD: what the button is about. Nothing is paid when another amount was agreed meanwhile. */
  amount: number
}) {
  const fund = useFundEscrow()
  const agreedPrice = useAgreedPrice()
  const saved = usePaymentMethods()
  const methods = saved.data ?? []
  const [choosing, setChoosing] = useState(false)
  const { project_id, application_id, amendment_id, amount } = wish

  function pay(method: PaymentMethod | null) {
    if (fund.isPending) return
    if (application_id === null) return toast.error(paymentMessages.createIdsRequired)
    // A tab may only be opened within the click; a saved card seldom needs one.
    const tab = method ? null : openNewTab()
    const body = {
      project_id,
      application_id,
      expected_amount: amount,
      ...(amendment_id === undefined ? {} : { amendment_id }),
    }
    onSettled(fund.mutateAsync(method ? { ...body, payment_method_id: method.id } : body), {
      onSuccess(payment) {
        setChoosing(false)
        if (payment.checkout_url) return (tab ?? openNewTab()).go(payment.checkout_url)
        tab?.close()
        const isNowhere = payment.status === 'pending' && !payment.charging
        if (payment.status === 'failed' || isNowhere) toastNotPaid(payment)
      },
      onError(error) {
        setChoosing(false)
        tab?.close()
        if (errorCode(error) === 'payment.price_changed') return void sayPrice(error)
        toast.error(PAYMENT_FAILED, failureDetail(error, paymentFailures.create))
      },
    })
  }

  async function sayPrice(refusal: unknown) {
    const price = await agreedPrice(project_id)
    toast.error(price === null ? PAYMENT_FAILED : priceIsNow(formatUsd(price)), messageOf(refusal))
  }

  return {
    busy: fund.isPending,
    /** Whether it is known if there are saved cards: until then a click cannot be handled. */
    ready: application_id !== null && !saved.isPending,
    choosing,
    methods,
    pay,
    /** The one button: asks for a card when there are saved ones. */
    start: () => (methods.length > 0 ? setChoosing(true) : pay(null)),
    /** Returns to the open checkout page. */
    reopen: () => pay(null),
    cancel: () => setChoosing(false),
  }
}
