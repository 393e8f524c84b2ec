import type { ErrorEntry } from './error-entry.ts'
import { OFFER_LIMITS, type OfferSide } from './offers.ts'
import type { TransitionTable } from './transitions.ts'

/** Changes to a running deal (date, brief, price; only a lower one once the money is held) that one side proposes and the other has to agree to. */

/** Who proposes: the two sides of an offer. */
export type AmendmentSide = OfferSide

export const AMENDMENT_STATUSES = [
  'proposed',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
  'closed',
] as const
export type AmendmentStatus = (typeof AMENDMENT_STATUSES)[number]

/** What someone is to one amendment. */
export type AmendmentActor = 'author' | 'recipient' | 'system'

/**
 * proposed ─accept→ accepted, ─decline→ declined    by its recipient
 *   ├──withdraw→ withdrawn                           by its author
 *   ├──expire──→ expired                             by the clock
 *   └──close───→ closed                              by the system: the project has ended
 */
export const amendmentTransitions = {
  accept: { from: ['proposed'], to: 'accepted', by: ['recipient'] },
  decline: { from: ['proposed'], to: 'declined', by: ['recipient'] },
  withdraw: { from: ['proposed'], to: 'withdrawn', by: ['author'] },
  expire: { from: ['proposed'], to: 'expired', by: ['system'] },
  close: { from: ['proposed'], to: 'closed', by: ['system'] },
} as const satisfies TransitionTable<AmendmentStatus, AmendmentActor>

export type AmendmentMove = keyof typeof amendmentTransitions

/** Bounds of an amendment. */
export const AMENDMENT_LIMITS = {
  /** Characters. */
  note: 1_000,
  /** Proposals of one side about one deal: neither can use up the other's. */
  mostOfSide: 10,
  /** Hours until it expires, and before that its reminder. */
  hours: OFFER_LIMITS.hours,
  remindBefore: OFFER_LIMITS.remindBefore,
} as const

export const amendmentMessages = {
  price: 'Enter a price.',
  hours: `A proposal is open for ${AMENDMENT_LIMITS.hours.least} hours to ${AMENDMENT_LIMITS.hours.most / 24} days.`,
  date: 'Choose a date that is not in the past.',
  lower: 'The money is held already, so the price can only go down.',
} as const

export const amendmentErrors = {
  /** Someone was first, or the project has ended. */
  'amendment.answered': {
    status: 409,
    message: 'This proposal is no longer open. Look at what you agreed on now.',
  },
  'amendment.expired': {
    status: 409,
    message: 'This proposal has expired. Make a new one if you still need the change.',
  },
  'amendment.wrong_side': {
    status: 409,
    message: 'Only who received a proposal can answer it, and only who made it can withdraw it.',
  },
  /** An id is one proposal: the same again, or it is refused. */
  'amendment.another': {
    status: 409,
    message: 'This proposal was already sent with other changes.',
  },
  'amendment.already_open': {
    status: 409,
    message: 'Your last proposal is still open. Withdraw it before you make another.',
  },
  'amendment.another_waits': {
    status: 409,
    message: 'The other side has proposed a change. Answer that one first.',
  },
  'amendment.too_many': {
    status: 409,
    message: `You have proposed ${AMENDMENT_LIMITS.mostOfSide} changes to this deal, which is the most. The other side can still propose one.`,
  },
  /** Someone agreed to a change after this proposal was begun: it would quietly take that back. */
  'amendment.terms_changed': {
    status: 409,
    message:
      'You have agreed on another change since you began this. Close it and start from what is agreed now.',
  },
  'amendment.nothing_new': {
    status: 422,
    message: 'This is what you agreed on already. Change something first.',
  },
  'amendment.date_past': { status: 422, message: amendmentMessages.date },
  'amendment.date_over': {
    status: 409,
    message: 'The proposed date has passed. Propose a later one.',
  },
  /** The other side left, or was banned. */
  'amendment.other_side_gone': {
    status: 409,
    message: 'The other side can no longer agree on anything here.',
  },
  'amendment.deal_over': {
    status: 409,
    message: 'This project is no longer running, so nothing of it can be changed.',
  },
  /** Released, on its way, or decided about. */
  'amendment.money_leaves': {
    status: 409,
    message:
      'The money of this deal is on its way or was decided about. Nothing can be changed now.',
  },
  /** Money is held for the agreed price: more would be another payment. */
  'amendment.price_not_lower': { status: 409, message: amendmentMessages.lower },
  /** While it is on its way, or failed: its money may still arrive, at the old price. */
  'amendment.payment_begun': {
    status: 409,
    message:
      'The payment of the agreed price has begun, so the price cannot be changed here any more. The date and the brief still can.',
  },
  'amendment.frozen': {
    status: 409,
    message: 'A dispute is open about this deal. Nothing can be changed until it has ended.',
  },
} as const satisfies Record<string, ErrorEntry>
