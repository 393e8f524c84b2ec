import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'

const methods = apiQuery('payment_methods.list')

/** How often the list is polled while a card is being added on the provider's page, in ms. */
const WAITING_MS = 2_000

/** The seller's saved cards, newest first. `waiting`: a card is being added in another tab, so poll often. */
export function usePaymentMethods({
  waiting = false,
  enabled = true,
}: { waiting?: boolean; enabled?: boolean } = {}) {
  return useQuery({
    ...methods,
    enabled,
    refetchOnWindowFocus: 'always',
    refetchInterval: waiting ? WAITING_MS : false,
  })
}

/** Creates the seller as a customer at the provider if needed. */
export function useCreateCustomer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('payment_methods.create_customer', { body: { email } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiQuery('profiles.me').queryKey }),
  })
}

/** Returns the provider's page for entering a card. */
export function useSetupPaymentMethod() {
  return useMutation({ mutationFn: () => call('payment_methods.setup') })
}

/** Makes a card the default; there is exactly one (SPEC §4). */
export function useSetDefaultMethod() {
  const refresh = useRefreshMethods()
  return useMutation({
    mutationFn: (id: string) => call('payment_methods.set_default', { params: { id } }),
    onSettled: refresh,
  })
}

/** Removes a card, at the provider too. */
export function useRemoveMethod() {
  const refresh = useRefreshMethods()
  return useMutation({
    mutationFn: (id: string) => call('payment_methods.remove', { params: { id } }),
    onSettled: refresh,
  })
}

function useRefreshMethods() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: methods.queryKey })
}
