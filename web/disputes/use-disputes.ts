import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { DisputeEvidence, OpenedDispute, StatedSide } from '#contract/dispute-schemas.ts'
import { call, callWith } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** The disputes of a deal, newest first; a `changed` event fetches them anew. */
export const useDisputes = (projectId: string) =>
  useQuery({
    ...apiQuery('disputes.for_project', { params: { id: projectId } }),
    staleTime: 0,
    refetchInterval: LINKS_RENEWED_MS,
  })

const TOPICS = ['disputes', 'payments', 'projects', 'deliverables', 'conversations'] as const

/** Opens a dispute of a payment. */
export function useOpenDispute(paymentId: string) {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: (body: OpenedDispute) => call('disputes.open', { params: { id: paymentId }, body }),
    onSettled: refresh,
  })
}

/** Adds to one's side of a dispute: the answer, or more, with files that were uploaded before. */
export function useStateSide(disputeId: string) {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: (body: StatedSide) => call('disputes.state', { params: { id: disputeId }, body }),
    onSettled: refresh,
  })
}

/** Takes back a dispute one has opened. */
export function useWithdrawDispute(disputeId: string) {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: () => call('disputes.withdraw', { params: { id: disputeId } }),
    onSettled: refresh,
  })
}

/** What the deal says for itself, read by a side of it or by the operator; messages come in pages, older ones later. */
export function useDisputeEvidence(disputeId: string, reader: 'side' | 'operator') {
  const key = reader === 'side' ? 'disputes.evidence' : 'operator.dispute_evidence'
  return useInfiniteQuery({
    queryKey: [key, disputeId],
    queryFn: ({ pageParam, signal }): Promise<DisputeEvidence> =>
      callWith(
        key,
        { params: { id: disputeId }, query: pageParam === null ? {} : { before: pageParam } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) =>
      page.messages_before ? (page.messages[0]?.seq ?? undefined) : undefined,
    staleTime: 0,
  })
}
