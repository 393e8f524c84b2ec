import { useMutation, useQuery } from '@tanstack/react-query'
import type { Payment } from '#contract/payment-schemas.ts'
import { paymentFailures } from '#contract/payments.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'
import { logFailure } from '#web/page/console-lines.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** How often a payment under way is polled, in ms, in case the socket is down. */
const WATCH_MS = 3_000

/** The payment of a project for its two parties; `data` is null until something was funded. */
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

/**
 * Whether the provider's response is outstanding: checkout is open, or a release or refund was ordered and is not on
 * hold.
 */
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

/** Returns the held money to its card, as the creator (decision P10). */
export function useReturnPayment() {
  const refresh = useRefresh('payments', 'projects', 'dashboard', 'conversations')
  return useMutation({
    mutationFn: (paymentId: string) => call('payments.refund', { body: { payment_id: paymentId } }),
    onError: (error) => logFailure('Failed to return payment', error),
    onSettled: refresh,
  })
}
