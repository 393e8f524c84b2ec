import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { answersOf, type CheckAnswer, storeAnswer } from './given-answers.ts'

/** The brand's answer, shown while it is in flight (`useChecks`). */
export function useAnswerCheck(deliverableId: string) {
  const queries = useQueryClient()
  return useMutation({
    ...answersOf(deliverableId),
    mutationFn: (body: CheckAnswer) =>
      call('checks.answer', { params: { id: deliverableId }, body }),
    ...storeAnswer(queries, deliverableId),
  })
}
