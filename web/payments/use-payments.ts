import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Payment } from '#contract/payment-schemas.ts'
import { paymentFailures } from '#contract/payments.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'
import { logFailure } from '#web/page/console-lines.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** How often a payment under way is polled, in ms, in case the socket is down. */
const WATCH_MS = 3_000

/** The payment of a project for its two parties; `data` is null while nothing was funded. */
export function useProjectPayment(
  projectId: string,
  { enabled = true }: { enabled?: boolean } = {},
) {
  return useQuery({
    ...apiQuery('payments.for_project', { params: { id: projectId } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? WATCH_MS : false),
    enabled,
  })
}

/** Whether the provider's response is outstanding: checkout is open, or a release or refund was ordered and does not wait. */
export function isOnItsWay(payment: Payment | null | undefined): boolean {
  return (
    payment != null &&
    (payment.status === 'pending' || (payment.moving !== null && !payment.release_after))
  )
}

/** A payment's ledger movements, as its parties read them. */
export function usePaymentStatement(payment: Payment | null | undefined) {
  return useQuery({
    ...apiQuery('payments.statement', { params: { id: payment?.id ?? '' } }),
    staleTime: 0,
    enabled: payment != null,
  })
}

/** All payments of the signed-in person, newest first. */
export function usePayments() {
  return usePagesOfRows('payments.list', { options: { staleTime: 0 } })
}

/** Charges a saved card for an accepted application, or opens (or finds) its checkout: see `checkout_url`. */
export function useFundEscrow() {
  const refresh = useRefresh('payments', 'projects')
  return useMutation({
    mutationFn: (body: {
      project_id: string
      application_id: string
      amendment_id?: string
      payment_method_id?: string
      expected_amount: number
    }) => call('payments.create', { body }),
    // SPEC §8: payment failures are logged.
    onError: (error) => logFailure(paymentFailures.create, error),
    onSettled: refresh,
  })
}

/** Fetches a deal's agreed price, in USD, which the page then shows; null when it cannot be fetched. */
export function useAgreedPrice() {
  const queries = useQueryClient()
  return async (projectId: string): Promise<number | null> => {
    const accepted = apiQuery('applications.accepted', { params: { id: projectId } })
    const now = await queries.fetchQuery({ ...accepted, staleTime: 0 }).catch(() => null)
    return now?.proposed_price ?? null
  }
}

/** Releases the held payment to the creator. */
export function useReleasePayment() {
  const refresh = useRefresh('payments', 'projects', 'dashboard', 'conversations')
  return useMutation({
    mutationFn: (paymentId: string) =>
      call('payments.release', { body: { payment_id: paymentId } }),
    onError: (error) => logFailure(paymentFailures.release, error),
    onSettled: refresh,
  })
}

/** Returns the held money to its card; the creator's action (decision P10). */
export function useReturnPayment() {
  const refresh = useRefresh('payments', 'projects', 'dashboard', 'conversations')
  return useMutation({
    mutationFn: (paymentId: string) => call('payments.refund', { body: { payment_id: paymentId } }),
    onError: (error) => logFailure('Failed to return payment', error),
    onSettled: refresh,
  })
}
