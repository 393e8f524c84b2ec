import { type AddedMoney, dueOf } from './deal-added.ts'
import type { DealFacts } from './deal-state.ts'
import type { DealReader, DealTold } from './deal-told.ts'
import type { Deliverable } from './deliverable-schemas.ts'
import { reviewDeadline } from './deliverables.ts'
import type { DealDispute } from './dispute-schemas.ts'
import { OPEN_DISPUTE_STATUSES } from './disputes.ts'
import { formatUsd } from './money.ts'
import { openRevisions, waitingForReview } from './open-work.ts'
import type { Payment, TurnedAway } from './payment-schemas.ts'
import type { TurnedAwayReason } from './payments.ts'
import type { ProjectDetail } from './project-schemas.ts'

/** The server's responses about one deal. Null where there is none. */
export interface DealAnswers {
  project: Pick<ProjectDetail, 'status' | 'deadline' | 'timeline' | 'accepted_price'> & {
    application_count: number
    to_answer: number | null
    order_id?: string | null
    order_fund_by?: string | null
    added?: readonly AddedMoney[] | undefined
    hiring?: ProjectDetail['hiring']
  }
  payment: Payment | null
  deliverables: readonly Pick<
    Deliverable,
    'status' | 'created_at' | 'reviewed_at' | 'superseded_at' | 'review_from'
  >[]
  disputes: readonly Pick<DealDispute, 'id' | 'status' | 'respondent' | 'answer_by'>[]
}

/** Whether the last attempt was paid and the money was sent straight back: then it did not simply fail. */
export const wasTurnedAway = (
  payment: Payment,
): payment is Payment & { status: 'failed'; turned_away: TurnedAway } =>
  payment.status === 'failed' &&
  payment.failure === null &&
  payment.turned_away !== null &&
  !isBeside(payment.turned_away.reason)

/** Whether the money arrived in addition to the deal's own payment, which stayed where it was. */
const isBeside = (reason: TurnedAwayReason): reason is 'second' | 'late_extra' =>
  reason === 'second' || reason === 'late_extra'

/** Returns the open dispute that freezes the deal's money; undefined if there is none or it is not known. */
export const openDisputeOf = <D extends DealAnswers['disputes'][number]>(
  disputes: readonly D[],
): D | undefined =>
  disputes.find(({ status }) => (OPEN_DISPUTE_STATUSES as readonly string[]).includes(status))

/** Returns the facts of a deal, from the server's responses. */
export function dealFacts({ project, payment, deliverables, disputes }: DealAnswers): DealFacts {
  const dispute = openDisputeOf(disputes)
  const applied = project.timeline.first_application_at !== null
  const waiting = waitingForReview(deliverables).length
  const reason = payment !== null && wasTurnedAway(payment) ? payment.turned_away.reason : null
  return {
    project: project.status,
    // Missing in responses of an earlier release.
    ordered: project.order_id != null,
    applied,
    // Only the owner sees how many are waiting; responses of an earlier release lack the field.
    choosable: applied && (project.to_answer ?? 1) > 0,
    accepted: project.timeline.accepted_at !== null,
    work: {
      versions: deliverables.length,
      waiting,
      // The newest one counts: in deals from before decision 0050 an older one may have been returned after the newest
      // arrived.
      revisionOpen: waiting === 0 && openRevisions(deliverables).length > 0,
      approved: deliverables.some(({ status }) => status === 'approved'),
    },
    money: payment && {
      status: payment.status,
      charging: payment.charging,
      moving: payment.moving,
      decided: payment.decided,
      cameBack: payment.came_back,
      ...(payment.is_rest ? { isRest: true } : {}),
      bank: payment.dispute_outcome,
      inDispute: payment.deal_dispute_id !== null,
      turnedAway: reason === null || isBeside(reason) ? null : reason,
    },
    dispute: dispute ? { status: dispute.status, respondent: dispute.respondent } : null,
    due: dueOf(project.added) !== undefined,
    ...(project.hiring
      ? { hiring: { wanted: project.hiring.wanted, hired: project.hiring.hired } }
      : {}),
  }
}

interface Telling {
  reader: DealReader
  /** The first name of the accepted creator, or the shop's name; null before there is one. */
  creator: string | null
  brand: string | null
  /** Formats a moment as the reader's screen shows it: "Jun 28", "Jun 28, 2026". */
  shortDay: (moment: string) => string
  day: (moment: string) => string
  turnedAway: string | null
}

/** The values used in the sentences about a deal. */
export function tellDeal(answers: DealAnswers, telling: Telling): DealTold {
  const { project, payment, deliverables, disputes } = answers
  const { shortDay, day } = telling
  const usd = (amount: number | null | undefined) => (amount == null ? null : formatUsd(amount))
  const on = (moment: string | null | undefined) => (moment == null ? null : day(moment))
  const due = dueOf(project.added)
  const answerBy = openDisputeOf(disputes)?.answer_by
  const reviewBy = Math.min(
    ...deliverables.flatMap(({ status, review_from }) =>
      status === 'pending' && review_from !== null ? [reviewDeadline(review_from)] : [],
    ),
  )
  return {
    facts: dealFacts(answers),
    reader: telling.reader,
    creator: telling.creator ?? 'the creator',
    brand: telling.brand ?? 'the brand',
    amount: usd(payment?.amount ?? project.accepted_price),
    share: usd(payment?.creator_amount),
    returnedPart: payment?.returned_part ? formatUsd(payment.returned_part) : null,
    applications: project.application_count,
    toAnswer: project.to_answer,
    deadline: shortDay(project.deadline),
    due: due === undefined ? null : { amount: formatUsd(due.amount), by: shortDay(due.pay_by) },
    reviewBy: Number.isFinite(reviewBy) ? shortDay(new Date(reviewBy).toISOString()) : null,
    releaseAfter: on(payment?.release_after),
    fundBy: project.order_fund_by == null ? null : shortDay(project.order_fund_by),
    answerBy: answerBy === undefined ? null : shortDay(answerBy),
    releasedOn: on(payment?.released_at),
    refundedOn: on(payment?.refunded_at),
    cancelledOn: on(project.timeline.cancelled_at),
    lapsed:
      project.status === 'cancelled' &&
      project.order_id != null &&
      project.timeline.accepted_at !== null &&
      project.timeline.cancelled_at == null,
    turnedAway: telling.turnedAway,
  }
}
