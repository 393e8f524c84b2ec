import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentMethod } from '#contract/payment-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { paymentFailures, paymentMessages, priceIsNow } from '#contract/payments.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { logFailure } from '#web/page/console-lines.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'
import { errorCode, messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { usePaymentMethods } from '#web/payment-methods/use-payment-methods.ts'
import { openNewTab } from '#web/ui/new-tab.ts'
import { toast } from '#web/ui/toast.ts'
import { failureDetail, PAYMENT_FAILED, toastNotPaid } from './payment-failures.ts'

/**
 * Funds an accepted application. With saved cards it asks which one to charge; otherwise, and for another card, the
 * provider's checkout opens in a new tab (SPEC §7).
 */
export function useFunding(wish: {
  project_id: string
  application_id: string | null
  /** The amendment whose extra is paid; absent: the deal itself. */
  amendment_id?: string
  /** More months of the deal's licence (decision 0094). */
  extension_id?: string
  /** USD: the amount on the button. Nothing is paid if another amount was agreed in the meantime. */
  amount: number
}) {
  const fund = useFundEscrow()
  const agreedPrice = useAgreedPrice()
  const saved = usePaymentMethods()
  const methods = saved.data ?? []
  const [choosing, setChoosing] = useState(false)
  const { application_id, amount: expected_amount, ...what } = wish

  function pay(method: PaymentMethod | null) {
    if (fund.isPending) return
    if (application_id === null) return toast.error(paymentMessages.createIdsRequired)
    // Browsers allow opening a tab only within the click; a saved card seldom needs one.
    const tab = method ? null : openNewTab()
    const body = { ...what, application_id, expected_amount }
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
    const price = await agreedPrice(what.project_id)
    toast.error(price === null ? PAYMENT_FAILED : priceIsNow(formatUsd(price)), messageOf(refusal))
  }

  return {
    busy: fund.isPending,
    /** Whether it is known if there are saved cards: until then a click cannot be handled. */
    ready: application_id !== null && !saved.isPending,
    choosing,
    methods,
    pay,
    /** Handles the one button: asks for a card when there are saved ones. */
    start: () => (methods.length > 0 ? setChoosing(true) : pay(null)),
    /** Returns to the open checkout page. */
    reopen: () => pay(null),
    cancel: () => setChoosing(false),
  }
}

/** Charges a saved card for an accepted application, or opens (or finds) its checkout page: see `checkout_url`. */
function useFundEscrow() {
  const refresh = useRefresh('payments', 'projects')
  return useMutation({
    mutationFn: (body: {
      project_id: string
      application_id: string
      amendment_id?: string
      extension_id?: string
      payment_method_id?: string
      expected_amount: number
    }) => call('payments.create', { body }),
    // SPEC §8: payment failures are logged.
    onError: (error) => logFailure(paymentFailures.create, error),
    onSettled: refresh,
  })
}

/** Fetches a deal's agreed price in USD, which the page then shows; null when it cannot be fetched. */
function useAgreedPrice() {
  const queries = useQueryClient()
  return async (projectId: string): Promise<number | null> => {
    const accepted = apiQuery('applications.accepted', { params: { id: projectId } })
    const now = await queries.fetchQuery({ ...accepted, staleTime: 0 }).catch(() => null)
    return now?.proposed_price ?? null
  }
}
