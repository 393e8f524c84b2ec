import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PackageOrder } from '#contract/package-order-schemas.ts'
import type { Input } from '#contract/schemas.ts'
import { call } from '#web/api/client.ts'
import { errorCode } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** Orders of either side that wait for an answer. */
export const useWaitingOrders = () => useQuery(apiQuery('package_orders.waiting'))

export const useOrder = (id: string) => useQuery(apiQuery('package_orders.get', { params: { id } }))

export type OrderInput = Input<'package_orders.place'>['body']

/** The refusals of an order that was made from a stale page. */
const STALE: readonly string[] = [
  'package_order.changed',
  'package_order.unavailable',
  // Its creator has deleted it.
  'request.not_found',
]

/**
 * Orders a package without charging anything. If its creator has changed it, or offers it no more, the failure arrives
 * once the package has been refetched: the page shows what there is to order now.
 */
export function usePlaceOrder(packageId: string) {
  const queries = useQueryClient()
  const refresh = useRefresh('projects', 'dashboard')
  return useMutation({
    mutationFn: (body: OrderInput) =>
      call('package_orders.place', { params: { id: packageId }, body }),
    onError: (error) =>
      STALE.includes(errorCode(error) ?? '')
        ? queries.invalidateQueries({ queryKey: ['profiles.get'] })
        : undefined,
    onSettled: refresh,
  })
}

/** Accepts or declines as the creator, or cancels as the brand. */
export function useAnswerOrder({ id, project_id: projectId }: PackageOrder) {
  const queries = useQueryClient()
  const refresh = useRefresh('invitations', 'conversations', 'projects', 'dashboard')
  return useMutation({
    mutationFn: async (answer: 'accept' | 'decline' | 'cancel'): Promise<unknown> => {
      if (answer === 'cancel') return call('projects.cancel', { params: { id: projectId } })
      const params = { params: { id } }
      return answer === 'accept'
        ? call('package_orders.accept', params)
        : call('package_orders.decline', params)
    },
    // Also after a refusal: the screen was stale.
    onSettled: () =>
      Promise.all([
        refresh(),
        queries.invalidateQueries({ queryKey: ['package_orders.get'] }),
        queries.invalidateQueries({ queryKey: ['package_orders.waiting'] }),
      ]),
  })
}
