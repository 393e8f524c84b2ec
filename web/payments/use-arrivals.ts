import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Arrival } from '#contract/payment-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'

/** Money that has arrived and has not been shown to the signed-in creator yet, newest first. */
export function useArrivals() {
  return useQuery({
    ...apiQuery('payments.arrivals'),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/**
 * Reports that an arrival was shown. It is removed from the list immediately, so that no other page of this window
 * shows it again.
 */
export function useSeeArrival() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (paymentId: string) => call('payments.seen', { params: { id: paymentId } }),
    onMutate: (paymentId) =>
      queries.setQueryData<Arrival[]>(apiQuery('payments.arrivals').queryKey, (known) =>
        known?.filter(({ payment_id }) => payment_id !== paymentId),
      ),
  })
}
