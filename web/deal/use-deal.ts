import type { ProjectDetail } from '#contract/project-schemas.ts'
import { hasOpenRevision, reviewBy, waitingForReview } from '#web/deliverables/review.ts'
import { useProjectDeliverables } from '#web/deliverables/use-deliverables.ts'
import { wasTurnedAway } from '#web/payments/payment-words.ts'
import { useProjectPayment } from '#web/payments/use-payments.ts'
import { firstName } from '#web/projects/project-words.ts'
import { trackSteps, type Deal } from './track-steps.ts'

/** Everything about one deal that several parts of its screen show. */
export function useDeal(project: ProjectDetail, reader: Deal['reader']) {
  const accepted = project.timeline.accepted_at !== null
  const payment = useProjectPayment(project.id, { enabled: accepted })
  const deliverables = useProjectDeliverables(project.id, { enabled: accepted })
  const list = deliverables.data ?? []
  const waiting = waitingForReview(list)
  const first = waiting[0]
  const failed = [payment, deliverables].some((query) => query.isError && query.data === undefined)
  const track = trackSteps({
    project,
    reader,
    creatorName: firstName(project.creator),
    paymentStatus: payment.data?.status ?? null,
    paidTooLate:
      payment.data != null && wasTurnedAway(payment.data) && project.status === 'cancelled',
    releasing: payment.data?.moving === 'release',
    creatorAmount: payment.data?.creator_amount ?? null,
    toReview: waiting.length,
    reviewBy: first?.review_from ? reviewBy(first.review_from) : null,
    revisionOpen: hasOpenRevision(list),
    unsure: failed,
  })
  return {
    track,
    /** Undefined until it is known, or when it could not be loaded: then nothing is claimed about money. */
    payment: accepted ? payment.data : null,
    paymentPending: accepted && payment.isPending,
    paymentFailed: payment.isError && payment.data === undefined ? payment : null,
    deliverables,
    waiting,
  }
}
