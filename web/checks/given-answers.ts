import type { QueryClient } from '@tanstack/react-query'
import type { DeliveryChecks } from '#contract/delivery-check-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'

/** The brand's word on one check. */
export interface CheckAnswer {
  check_id: string
  holds: boolean | null
  note: string | null
}

export const checksQuery = (id: string) => apiQuery('checks.of_delivery', { params: { id } })

/** The answers about one delivery: sent one after the other, in the order in which they were given. */
export const answersOf = (id: string) => ({
  scope: { id: `checks-${id}` },
  mutationKey: ['checks.answer', id],
})

/**
 * A list with the answers that are on their way. They are laid over what was read, not written into it: the first answer
 * makes the page read the list again, and that must not take the second one back.
 */
export function withAnswers(list: DeliveryChecks, given: readonly CheckAnswer[]): DeliveryChecks {
  if (given.length === 0) return list
  const latest = new Map(given.map((answer) => [answer.check_id, answer]))
  return { ...list, checks: list.checks.map((one) => ({ ...one, ...latest.get(one.check_id) })) }
}

/** Stores what an answer brought back before it stops being on its way; after a refusal the list is read again. */
export const storeAnswer = (queries: QueryClient, id: string) => {
  const { queryKey } = checksQuery(id)
  return {
    async onSuccess(list: DeliveryChecks) {
      // One that is being read was asked for earlier.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<DeliveryChecks>(queryKey, list)
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  }
}
