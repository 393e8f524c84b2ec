import {
  AMENDMENT_LIMITS,
  isOutOfProposals,
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
import {
  agreedCents,
  isBackWithBrand,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'
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

/** The part of an extra that decides the same. */
export type StandingExtra = Pick<
  PaymentRow,
  'amount' | 'status' | 'moving' | 'disputed' | 'deal_dispute_id' | 'dispute_outcome'
>

/** What decides which changes may still be agreed: whether the deal is running, and where its money is. */
export interface DealStanding {
  project: Pick<ProjectRow, 'status'>
  payment: StandingMoney | null
  /** The extras that were held. They are part of the agreed price, whatever became of them. */
  extras: readonly StandingExtra[]
}

/** Cents that the extras have added to the agreed price. */
export const extraCentsOf = ({ extras }: Pick<DealStanding, 'extras'>): number =>
  extras.reduce((all, { amount }) => all + amount, 0)

/**
 * Returns why no part of a deal can be changed any more, or null while it can. A dispute about one of its payments
 * freezes all of it.
 */
export function dealRefusal({ project, payment, extras }: DealStanding): ErrorCode | null {
  if (project.status !== 'in_progress') return 'amendment.deal_over'
  if (payment === null) return null
  if (payment.status === 'released' || payment.status === 'refunded') return 'amendment.deal_over'
  // A payment that a bank took back stays marked as disputed. It is no longer there to be frozen.
  const present = [payment, ...withoutLost(extras)]
  if (present.some(isFrozen)) return 'amendment.frozen'
  if (payment.decided_refund !== null) return 'amendment.money_leaves'
  return present.some(({ moving }) => moving !== null) ? 'amendment.money_leaves' : null
}

/** Returns why the two sides can agree on nothing any more, or null while they can. */
export const closedBy = (standing: DealStanding, isOtherHere: boolean): ErrorCode | null =>
  dealRefusal(standing) ?? (isOtherHere ? null : 'amendment.other_side_gone')

/**
 * Returns why the price of a deal cannot be changed now, or null while it can: until a payment has begun, and again
 * while its money is held.
 */
export const priceRefusal = ({
  payment,
  extras,
}: Pick<DealStanding, 'payment' | 'extras'>): ErrorCode | null =>
  payment === null || (canReturnPart(payment) && !hasLostExtra({ extras }))
    ? null
    : 'amendment.payment_begun'

const withoutLost = (extras: readonly StandingExtra[]): StandingExtra[] =>
  extras.filter((one) => !isBackWithBrand(one))

/**
 * Whether the brand has an extra back. It stays a part of the agreed price, so less is held than was agreed: a lower
 * price would send the difference back a second time.
 */
export const hasLostExtra = ({ extras }: Pick<DealStanding, 'extras'>): boolean =>
  extras.some(isBackWithBrand)

/**
 * Returns the cents of the agreed price that are held: a lower price sends part of them back to the card, a higher one
 * adds a payment. Extras that the brand has back are not among them. Null when a new price moves no money, or when none
 * can be agreed on because of the deal's own payment.
 */
export const heldStanding = (deal: DealStanding): number | null =>
  deal.payment !== null && dealRefusal(deal) === null && canReturnPart(deal.payment)
    ? agreedCents(deal.payment) + extraCentsOf({ extras: withoutLost(deal.extras) })
    : null

/**
 * Returns why this price cannot be agreed on given what is held, or null when it can. `held` comes from `heldStanding`.
 */
export function heldPriceRefusal(
  price: number,
  held: number,
  deal: Pick<DealStanding, 'extras'>,
): ErrorCode | null {
  if (price <= extraCentsOf(deal)) return 'amendment.price_below_extra'
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
  return isOutOfProposals(made) ? 'amendment.too_many' : null
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
