import { useState } from 'react'
import { dealState, isDisputed } from '#contract/deal-state.ts'
import { openDisputeOf, tellDeal, wasTurnedAway } from '#contract/deal-reading.ts'
import type { DealReader } from '#contract/deal-told.ts'
import { dealTrack } from '#contract/deal-track.ts'
import { openRevisions, waitingForReview } from '#contract/open-work.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { useProjectDeliverables } from '#web/deliverables/use-deliverables.ts'
import { useDisputes } from '#web/disputes/use-disputes.ts'
import { turnedAwayWords } from '#web/payments/payment-words.ts'
import { useProjectPayment } from '#web/payments/use-payments.ts'
import { firstName, shopName } from '#web/projects/project-words.ts'
import { formatDay, formatShortDay } from '#web/ui/dates.ts'

/** Everything about one deal that several parts of its screen show. */
export function useDeal(project: ProjectDetail, reader: DealReader) {
  const accepted = project.timeline.accepted_at !== null
  const payment = useProjectPayment(project.id, { enabled: accepted })
  const deliverables = useProjectDeliverables(project.id, { enabled: accepted })
  const isFrozen = payment.data?.deal_dispute_id != null
  const disputes = useDisputes(project.id, { enabled: isFrozen || project.in_dispute })
  const disputePending = useFirst(
    project.in_dispute &&
      [payment, deliverables, disputes].some((one) => one.isPending && one.failureCount === 0),
  )
  const list = deliverables.data ?? []
  const told = tellDeal(
    {
      project,
      payment: payment.data ?? null,
      deliverables: list,
      disputes: isFrozen ? (disputes.data ?? []) : [],
    },
    {
      reader,
      creator: firstName(project.creator),
      brand: shopName(project.seller),
      shortDay: formatShortDay,
      day: formatDay,
      turnedAway:
        payment.data && wasTurnedAway(payment.data)
          ? turnedAwayWords(payment.data.turned_away, reader)
          : null,
    },
  )
  const unsure = accepted && [payment, deliverables].some((query) => query.data === undefined)
  const state = dealState(told.facts)
  return {
    told,
    track: dealTrack({
      ...told,
      timeline: project.timeline,
      day: formatShortDay,
      unsure,
      ...(project.added === undefined ? {} : { added: project.added }),
    }),
    /** Undefined until it is known, or when it could not be loaded: then the page states nothing about the deal. */
    state: unsure ? undefined : state,
    /** The dispute between the two sides that freezes the money, once it has loaded. */
    dispute: isDisputed(state) ? openDisputeOf(disputes.data ?? []) : undefined,
    /** True while the data of the open dispute loads for the first time; after a failure it counts as known. */
    disputePending,
    disputesFailed: isFrozen && disputes.isError && disputes.data === undefined ? disputes : null,
    /** Undefined until it is known, or when it could not be loaded: then the page states nothing about money. */
    payment: accepted ? payment.data : null,
    paymentPending: accepted && payment.isPending,
    paymentFailed: payment.isError && payment.data === undefined ? payment : null,
    deliverables,
    waiting: waitingForReview(list),
    revisions: openRevisions(list),
  }
}

/** Returns `pending` until it was false once, then false. */
function useFirst(pending: boolean): boolean {
  const [over, setOver] = useState(false)
  if (!over && !pending) setOver(true)
  return !over && pending
}
