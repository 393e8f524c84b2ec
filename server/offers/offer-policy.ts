import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '#contract/errors.ts'
import {
  OFFER_LIMITS,
  type OfferActor,
  type OfferMove,
  type OfferSide,
  offerTransitions,
} from '#contract/offers.ts'
import { mayMove } from '#contract/transitions.ts'
import { acceptRefusal, statusForOwner } from '#server/applications/application-policy.ts'
import type { ApplicationRow } from '#server/applications/application-store.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { ProjectRow } from '#server/projects/project-store.ts'
import type { OfferRow, TermsRow } from '#server/offers/record/offer-store.ts'

/** Which side of an application the viewer is; null for neither, in which case nothing of it exists for them. */
export function sideOf(
  viewer: Viewer,
  application: Pick<ApplicationRow, 'creator_id'>,
  project: Pick<ProjectRow, 'seller_id'>,
): OfferSide | null {
  if (project.seller_id === viewer.id) return 'seller'
  return application.creator_id === viewer.id ? 'creator' : null
}

/** What a side's relation to an offer is. */
export const actorOf = (side: OfferSide, offer: Pick<OfferRow, 'by'>): OfferActor =>
  offer.by === side ? 'author' : 'recipient'

/** Whether an offer has expired, even if the clock job has not reached it yet. */
export const isOver = (offer: Pick<OfferRow, 'expires_at'>, now: Date): boolean =>
  Date.parse(offer.expires_at) <= now.getTime()

/**
 * The state of an application and its project for one side. Only the owner sees a rejection that can be undone (P33).
 */
export interface Standing {
  side: OfferSide
  application: Pick<ApplicationRow, 'status' | 'reject_at'>
  project: Pick<ProjectRow, 'status' | 'seats'>
}

/** Why nothing can be agreed on about an application any more; null while it can. */
export function closedRefusal({ side, application, project }: Standing): ErrorCode | null {
  const status = side === 'seller' ? statusForOwner(application) : application.status
  return status === 'pending'
    ? acceptRefusal(project.status, project.seats)
    : 'application.already_answered'
}

/**
 * What a new offer is judged by: which offer is open, how many there were, and whether the creator can be paid (SPEC
 * §5).
 */
interface Making extends Standing {
  open: OfferRow | null
  made: number
  answers: string | null
  isPayable: boolean
}

/** Why a side cannot make this offer, or null when it can. */
export function makeRefusal(making: Making): ErrorCode | null {
  const { side, open, made, answers, isPayable } = making
  const closed = closedRefusal(making)
  if (closed !== null) return closed
  if (open !== null && open.by === side) return 'offer.already_open'
  if (answers !== null && open?.id !== answers) return 'offer.answered'
  if (open !== null && answers === null) return 'offer.another_waits'
  if (made >= OFFER_LIMITS.most) return 'offer.too_many'
  return side === 'creator' && !isPayable ? 'application.payout_setup_required' : null
}

/** Why a side cannot make this move with an offer in its current state, or null when it can. */
export function moveRefusal(
  offer: OfferRow,
  move: OfferMove,
  side: OfferSide,
  now: Date,
): ErrorCode | null {
  const { by } = offerTransitions[move]
  const actor = actorOf(side, offer)
  if (!(by as readonly OfferActor[]).includes(actor)) return 'offer.wrong_side'
  if (offer.status === 'expired' || (offer.status === 'open' && isOver(offer, now)))
    return 'offer.expired'
  return mayMove(offerTransitions, move, offer.status, actor) ? null : 'offer.answered'
}

/** Whether two sets of terms are the same. */
export const sameTerms = (one: TermsRow, other: TermsRow): boolean =>
  one.price === other.price &&
  one.deliver_by === other.deliver_by &&
  one.rounds === other.rounds &&
  isDeepStrictEqual(one.items, other.items)
