import {
  AMENDMENT_LIMITS,
  type AmendmentActor,
  type AmendmentMove,
  type AmendmentSide,
  amendmentTransitions,
} from '#contract/amendments.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { mayMove } from '#contract/transitions.ts'
import type { AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { canReturnPart } from '#server/payments/refund/agreed-refund.ts'
import { isFrozen } from '#server/payments/record/payment-policy.ts'
import { agreedCents, type PaymentRow } from '#server/payments/record/payment-store.ts'
import type { ProjectRow } from '#server/projects/project-store.ts'

/** Which side of a deal the viewer is. Null means neither, and then the deal does not exist for them. */
export function sideOf(
  viewer: Pick<Viewer, 'id'>,
  deal: { seller_id: string; creator_id: string },
): AmendmentSide | null {
  if (deal.seller_id === viewer.id) return 'seller'
  return deal.creator_id === viewer.id ? 'creator' : null
}

/** The role of a side towards an amendment. */
export const actorOf = (side: AmendmentSide, { by }: Pick<AmendmentRow, 'by'>): AmendmentActor =>
  by === side ? 'author' : 'recipient'

/** Returns whether its time is over, even if the clock job has not ended it yet. */
export const isOver = ({ expires_at }: Pick<AmendmentRow, 'expires_at'>, now: Date): boolean =>
  Date.parse(expires_at) <= now.getTime()

/** The part of a deal's payment that decides what may still be agreed. */
export type StandingMoney = Pick<
  PaymentRow,
  | 'status'
  | 'moving'
  | 'decided_refund'
  | 'disputed'
  | 'deal_dispute_id'
  | 'came_back'
  | 'amount'
  | 'agreed_refund'
  | 'returned_part'
>

/** What decides which changes may still be agreed: whether the deal is running, and where its money is. */
export interface DealStanding {
  project: Pick<ProjectRow, 'status'>
  payment: StandingMoney | null
  /** Cents of the extras that were held. They are part of the agreed price. */
  extra: number
}

/** Returns why no part of a deal can be changed any more, or null while it can. */
export function dealRefusal({ project, payment }: DealStanding): ErrorCode | null {
  if (project.status !== 'in_progress') return 'amendment.deal_over'
  if (payment === null) return null
  if (payment.status === 'released' || payment.status === 'refunded') return 'amendment.deal_over'
  if (isFrozen(payment)) return 'amendment.frozen'
  return payment.moving !== null || payment.decided_refund !== null
    ? 'amendment.money_leaves'
    : null
}

/**
 * Returns why the price of a deal cannot be changed now, or null while it can: until a payment has begun, and again
 * while its money is held.
 */
export const priceRefusal = ({ payment }: Pick<DealStanding, 'payment'>): ErrorCode | null =>
  payment === null || canReturnPart(payment) ? null : 'amendment.payment_begun'

/**
 * Returns the cents of the agreed price when they are held: a lower price sends part of them back to the card, a higher
 * one adds a payment. Null when a new price moves no money, or when none can be agreed on.
 */
export const heldStanding = (deal: DealStanding): number | null =>
  deal.payment !== null && dealRefusal(deal) === null && canReturnPart(deal.payment)
    ? agreedCents(deal.payment) + deal.extra
    : null

/**
 * Returns why this price cannot be agreed on given what is held, or null when it can. `held` comes from `heldStanding`.
 */
export function heldPriceRefusal(
  price: number,
  held: number,
  { extra }: Pick<DealStanding, 'extra'>,
): ErrorCode | null {
  if (price <= extra) return 'amendment.price_below_extra'
  return price > held && price - held < AMENDMENT_LIMITS.leastExtra
    ? 'amendment.extra_too_small'
    : null
}

/** What a new amendment is judged by: who proposes it, what is open, and how many this side proposed before. */
interface Proposing extends DealStanding {
  side: AmendmentSide
  open: AmendmentRow | null
  made: number
}

/** Returns why a side cannot propose a change now, or null when it can. */
export function proposeRefusal(proposing: Proposing): ErrorCode | null {
  const { side, open, made } = proposing
  const over = dealRefusal(proposing)
  if (over !== null) return over
  if (open?.status === 'unpaid') return 'amendment.unpaid'
  if (open !== null) return open.by === side ? 'amendment.already_open' : 'amendment.another_waits'
  return made >= AMENDMENT_LIMITS.mostOfSide ? 'amendment.too_many' : null
}

/** Returns why a side cannot make this move with an amendment in its current state, or null when it can. */
export function moveRefusal(
  amendment: AmendmentRow,
  move: AmendmentMove,
  side: AmendmentSide,
  now: Date,
): ErrorCode | null {
  const { by } = amendmentTransitions[move]
  const actor = actorOf(side, amendment)
  if (!(by as readonly AmendmentActor[]).includes(actor)) return 'amendment.wrong_side'
  const { status } = amendment
  if (status === 'expired' || (status === 'proposed' && isOver(amendment, now)))
    return 'amendment.expired'
  return mayMove(amendmentTransitions, move, status, actor) ? null : 'amendment.answered'
}
