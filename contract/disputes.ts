import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/**
 * Disputes between the two sides of a deal, about money that is still held: **deal disputes**. A dispute that a card's
 * bank opens about a charge is a **bank dispute** and belongs to the payment (`payments.dispute_*`, the events
 * `payment.dispute…`). Nothing here concerns those, and our rows, calls and events say `deal_dispute`.
 */
export const DEAL_DISPUTE_STATUSES = [
  'awaiting_answer',
  'awaiting_decision',
  'withdrawn',
  'decided',
  'closed',
] as const
export type DealDisputeStatus = (typeof DEAL_DISPUTE_STATUSES)[number]

/** While a dispute is in one of these states no one can release or return its money. */
export const OPEN_DISPUTE_STATUSES = ['awaiting_answer', 'awaiting_decision'] as const

/**
 * awaiting_answer ─answer─────→ awaiting_decision   the respondent states their side
 *    │          └─fall_due──→ awaiting_decision   the deadline passed; they may still state it until the decision
 *    ├─withdraw→ withdrawn   ←─withdraw─ awaiting_decision   by the side that opened it
 *    └─close───→ closed      ←─close──── awaiting_decision   the money went elsewhere: a bank took it
 *                            awaiting_decision ─decide→ decided
 */
export const dealDisputeTransitions = {
  answer: { from: ['awaiting_answer'], to: 'awaiting_decision', by: ['respondent'] },
  fall_due: { from: ['awaiting_answer'], to: 'awaiting_decision', by: ['system'] },
  withdraw: { from: OPEN_DISPUTE_STATUSES, to: 'withdrawn', by: ['opener'] },
  decide: { from: ['awaiting_decision'], to: 'decided', by: ['operator'] },
  close: { from: OPEN_DISPUTE_STATUSES, to: 'closed', by: ['system'] },
} as const satisfies TransitionTable<
  DealDisputeStatus,
  'opener' | 'respondent' | 'operator' | 'system'
>

/** Working days (Monday to Friday, UTC) to answer: the same as at Upwork (decision 0014). */
export const DISPUTE_ANSWER_DAYS = 5
/** After this many of them, the side that must answer gets a reminder. */
export const DISPUTE_REMINDER_DAYS = 4

/** The participants' names, as the other side and the operator read them. */
export const DISPUTE_SIDES = ['seller', 'creator'] as const
export type DisputeSide = (typeof DISPUTE_SIDES)[number]

/** The money's destination: all to the creator (less the fee), all back to the card, or part of it back. */
export const DISPUTE_OUTCOMES_DECIDED = ['release', 'refund', 'split'] as const
export type DisputeDecision = (typeof DISPUTE_OUTCOMES_DECIDED)[number]

/** The filters of the operator's list; `ended` covers decided, withdrawn and closed. */
export const DISPUTE_FILTERS = ['awaiting_decision', 'awaiting_answer', 'ended'] as const
export type DisputeFilter = (typeof DISPUTE_FILTERS)[number]

/** The side that has to answer a dispute: the reader, or someone else by name. */
export const ANSWERS = { yours: 'answer', theirs: (name: string) => `${name} answers` } as const

export const disputeErrors = {
  'dispute.already_open': {
    status: 409,
    message: 'A dispute about this payment is already open.',
  },
  'dispute.not_open': { status: 409, message: 'This dispute is over.' },
  'dispute.not_yours_to_withdraw': {
    status: 409,
    message: 'Only the side that opened a dispute can withdraw it.',
  },
  'dispute.too_many': {
    status: 409,
    message: 'You have reached the limit of disputes about this payment.',
  },
  'dispute.enough_said': {
    status: 409,
    message: 'You have reached the limit of statements in this dispute.',
  },
  'dispute.own': {
    status: 409,
    message: 'You are a side of this deal. Another operator decides about it.',
  },
  'dispute.awaiting_answer': {
    status: 409,
    message:
      'The other side may still answer. It can be decided after that, or after the deadline.',
  },
} as const satisfies Record<string, ErrorEntry>

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the moment this many working days (Monday to Friday, UTC) after another; weekends are skipped, holidays are
 * not.
 */
export function workingDaysAfter(from: Date, days: number): Date {
  let moment = from.getTime()
  for (let left = days; left > 0;) {
    moment += DAY_MS
    const weekday = new Date(moment).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return new Date(moment)
}

/** Returns the deadline for answering a dispute opened at `openedAt`. */
export const answerDeadline = (openedAt: Date): Date =>
  workingDaysAfter(openedAt, DISPUTE_ANSWER_DAYS)
