import type { QueryClient } from '@tanstack/react-query'
import type { DeliveryChecks } from '#contract/delivery-check-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'

/** The brand's answer to one check. */
export interface CheckAnswer {
  check_id: string
  holds: boolean | null
  note: string | null
}

export const checksQuery = (id: string) => apiQuery('checks.of_delivery', { params: { id } })

/** The answers about one delivery, sent one after the other in the order in which they were given. */
export const answersOf = (id: string) => ({
  scope: { id: `checks-${id}` },
  mutationKey: ['checks.answer', id],
})

/**
 * A list with the answers that are in flight. They are laid over the fetched list, not written into it: the first
 * response makes the page refetch the list, and that must not undo the second answer.
 */
export function withAnswers(list: DeliveryChecks, given: readonly CheckAnswer[]): DeliveryChecks {
  if (given.length === 0) return list
  const latest = new Map(given.map((answer) => [answer.check_id, answer]))
  return { ...list, checks: list.checks.map((one) => ({ ...one, ...latest.get(one.check_id) })) }
}

/** Stores the response to an answer before that answer stops being in flight; after a refusal the list is refetched. */
export const storeAnswer = (queries: QueryClient, id: string) => {
  const { queryKey } = checksQuery(id)
  return {
    async onSuccess(list: DeliveryChecks) {
      // A read in flight was requested earlier, so it is stale.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<DeliveryChecks>(queryKey, list)
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  }
}
