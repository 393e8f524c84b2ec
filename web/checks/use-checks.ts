import { useMutationState, useQuery } from '@tanstack/react-query'
import { answersOf, type CheckAnswer, checksQuery, withAnswers } from './given-answers.ts'

/** The parts of a delivery that its checks need. */
interface Checked {
  id: string
  brief_version: number | null
}

/**
 * The checks of a delivery, with the reader's own answers in flight; makes no request for a delivery without a brief.
 */
export function useChecks({ id, brief_version }: Checked) {
  const { mutationKey } = answersOf(id)
  const given = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as CheckAnswer,
  })
  return useQuery({
    ...checksQuery(id),
    select: (list) => withAnswers(list, given),
    enabled: brief_version !== null,
    staleTime: 0,
  })
}

/** The checks that become changes with the next revision request. */
export const useRefused = (delivery: Checked) =>
  (useChecks(delivery).data?.checks ?? []).flatMap(({ check_id, text, holds, note }) =>
    holds === false && note !== null ? [{ check_id, text, note }] : [],
  )
