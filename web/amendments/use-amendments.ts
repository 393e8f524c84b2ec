import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { newAmendment } from '#contract/amendment-schemas.ts'
import { amendmentWords } from '#contract/amendment-words.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useOneAct } from '#web/api/use-one-act.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** What both sides of a deal have agreed on, and what has been proposed since. */
export const useAmendments = (projectId: string) =>
  useQuery({
    ...apiQuery('amendments.list', { params: { id: projectId } }),
    // A person who opens these is about to answer, so they must be current.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** What an answer may change: every page of the deal shows the price, the date and the brief. */
const TOPICS = ['projects', 'applications', 'payments', 'conversations', 'dashboard'] as const

export function useProposeAmendment(projectId: string) {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: (body: z.input<typeof newAmendment>) =>
      call('amendments.propose', { params: { id: projectId }, body }),
    onSettled: refresh,
  })
}

/** The actions on an open amendment. */
export type AmendmentAct = 'accept' | 'decline' | 'withdraw' | 'call_off'

function useAnswerAmendment() {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: ({ id, act }: { id: string; act: AmendmentAct }) =>
      call(`amendments.${act}`, { params: { id } }),
    // Also after a refusal: someone answered it meanwhile, and the page should show that.
    onSettled: refresh,
  })
}

/** Answers this amendment, one action at a time. */
export function useAmendmentActs(id: string, onAnswered: () => void) {
  const answer = useAnswerAmendment()
  return useOneAct(
    (act: AmendmentAct) => answer.mutateAsync({ id, act }),
    amendmentWords,
    onAnswered,
  )
}
