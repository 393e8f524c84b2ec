import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeliveryChecks } from '#contract/delivery-check-schemas.ts'
import { call } from '#web/api/client.ts'
import { checksQuery } from './use-checks.ts'

/** The brand's answer, shown at once; a refusal brings the list back as it is. */
export function useAnswerCheck(deliverableId: string) {
  const queries = useQueryClient()
  const { queryKey } = checksQuery(deliverableId)
  return useMutation({
    scope: { id: `checks-${deliverableId}` },
    mutationFn: (body: { check_id: string; holds: boolean | null; note: string | null }) =>
      call('checks.answer', { params: { id: deliverableId }, body }),
    onMutate: ({ check_id, holds, note }) =>
      queries.setQueryData<DeliveryChecks>(
        queryKey,
        (list) =>
          list && {
            ...list,
            checks: list.checks.map((one) =>
              one.check_id === check_id ? { ...one, holds, note } : one,
            ),
          },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
