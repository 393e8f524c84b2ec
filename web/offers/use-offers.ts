import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { newOffer } from '#contract/offer-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** All offers about one application; a `changed` event refetches them. */
export const useOffers = (applicationId: string) =>
  useQuery({
    ...apiQuery('offers.list', { params: { id: applicationId } }),
    // Anyone who opens these is about to answer.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** What an answer to an offer may change: accepting it may hire. */
const TOPICS = ['applications', 'projects', 'payments', 'conversations', 'dashboard'] as const

/** Makes an offer, or counters the open one. */
export function useMakeOffer(applicationId: string) {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: (body: z.input<typeof newOffer>) =>
      call('offers.make', { params: { id: applicationId }, body }),
    onSettled: refresh,
  })
}

/** The actions on an open offer. */
export type OfferAct = 'accept' | 'decline' | 'withdraw'

/** Answers or withdraws an offer. */
export function useAnswerOffer() {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: ({ id, act }: { id: string; act: OfferAct }) =>
      call(`offers.${act}`, { params: { id } }),
    // Also after a refusal: it was answered meanwhile, and the page should show that.
    onSettled: refresh,
  })
}
