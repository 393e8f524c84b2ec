import { useMutation, useQuery } from '@tanstack/react-query'
import type { RouteKey } from '#contract/api.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** The product of a project, or null. */
export const useShipment = (projectId: string) =>
  useQuery(apiQuery('shipping.get', { params: { id: projectId } }))

/** The delivery address. Fetched only where it is shown. */
export const useAddress = (projectId: string) =>
  useQuery(apiQuery('shipping.address', { params: { id: projectId } }))

/** The actions of either side on the product. */
export type ShippingAct = Extract<
  RouteKey,
  | 'shipping.plan'
  | 'shipping.drop'
  | 'shipping.give_address'
  | 'shipping.ship'
  | 'shipping.receive'
  | 'shipping.report'
>

/**
 * Runs one action; after a refusal, too, the page refetches the current state. An arrival moves the deadline, which
 * belongs to the project.
 */
export function useShippingAct(projectId: string, act: ShippingAct) {
  const refresh = useRefresh('projects', 'conversations', 'dashboard')
  return useMutation({
    mutationFn: (body?: object) =>
      call(act, {
        params: { id: projectId },
        ...(body === undefined ? {} : { body }),
      }),
    onSettled: refresh,
  })
}
