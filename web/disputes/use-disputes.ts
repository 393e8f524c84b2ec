import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { DisputeEvidence, OpenedDispute, StatedSide } from '#contract/dispute-schemas.ts'
import { call, callWith } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** A deal's disputes, newest first; a `changed` event refetches them. */
export const useDisputes = (projectId: string, { enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    enabled,
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

/** Adds a statement: the answer, or an addition, with previously uploaded files. */
export function useStateSide(disputeId: string) {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: (body: StatedSide) => call('disputes.state', { params: { id: disputeId }, body }),
    onSettled: refresh,
  })
}

/** Withdraws one's own dispute. */
export function useWithdrawDispute(disputeId: string) {
  const refresh = useRefresh(...TOPICS)
  return useMutation({
    mutationFn: () => call('disputes.withdraw', { params: { id: disputeId } }),
    onSettled: refresh,
  })
}

/** The deal's own records, for one of its sides or the operator; messages are paged, and older ones load later. */
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
