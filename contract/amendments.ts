import type { ErrorEntry } from './error-entry.ts'
import { OFFER_LIMITS, type OfferSide } from './offers.ts'
import type { TransitionTable } from './transitions.ts'

/**
 * Changes to a running deal (date, brief, price, more rounds) that one side proposes and the other has to agree to.
 * Once the money is held, a higher price takes effect when the brand has paid the difference.
 */

/** Who proposes: the two sides of an offer. */
export type AmendmentSide = OfferSide

export const AMENDMENT_STATUSES = [
  'proposed',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
  'closed',
  'unpaid',
  'lapsed',
  'called_off',
] as const
export type AmendmentStatus = (typeof AMENDMENT_STATUSES)[number]

/** The reader's role in one amendment. */
export type AmendmentActor = 'author' | 'recipient' | 'system'

/**
 * proposed ─accept→ accepted, ─decline→ declined    by its recipient
 *   ├──withdraw→ withdrawn                           by its author
 *   ├──expire──→ expired                             by the clock
 *   ├──close───→ closed                              by the system: the project has ended
 *   └──agree───→ unpaid                              by its recipient, where its price adds to held money
 *                  ├──pay────→ accepted              by the system: the difference is held
 *                  ├──lapse──→ lapsed                by the clock: it was not paid in time
 *                  ├──call_off→ called_off           by either side, while no card is charged for it
 *                  └──close──→ closed
 */
export const amendmentTransitions = {
  accept: { from: ['proposed'], to: 'accepted', by: ['recipient'] },
  decline: { from: ['proposed'], to: 'declined', by: ['recipient'] },
  withdraw: { from: ['proposed'], to: 'withdrawn', by: ['author'] },
  expire: { from: ['proposed'], to: 'expired', by: ['system'] },
  close: { from: ['proposed', 'unpaid'], to: 'closed', by: ['system'] },
  agree: { from: ['proposed'], to: 'unpaid', by: ['recipient'] },
  pay: { from: ['unpaid'], to: 'accepted', by: ['system'] },
  lapse: { from: ['unpaid'], to: 'lapsed', by: ['system'] },
  call_off: { from: ['unpaid'], to: 'called_off', by: ['author', 'recipient'] },
} as const satisfies TransitionTable<AmendmentStatus, AmendmentActor>

export type AmendmentMove = keyof typeof amendmentTransitions

/** Whether it blocks other proposals: it awaits an answer, or the payment of what it adds. */
export const isPending = (status: AmendmentStatus): boolean =>
  status === 'proposed' || status === 'unpaid'

/** Whether a side that has made this many proposals in a deal can make no more. */
export const isOutOfProposals = (made: number): boolean => made >= AMENDMENT_LIMITS.mostOfSide

/** Limits of an amendment. */
export const AMENDMENT_LIMITS = {
  /** Characters. */
  note: 1_000,
  /** The number of proposals by one side of one deal: neither side can use up the other's. */
  mostOfSide: 10,
  /** Hours until it expires, and hours before that at which its reminder is sent. */
  hours: OFFER_LIMITS.hours,
  remindBefore: OFFER_LIMITS.remindBefore,
  /** Hours to pay what a higher price adds to held money, counted from its acceptance. */
  payHours: 72,
  /** Hours before that deadline at which the brand is reminded, once. */
  payRemindBefore: 24,
  /** The total rounds of revision of a deal, including all added ones. */
  rounds: 20,
  /** The smallest amount it can add, in cents: a payment cannot be smaller. */
  leastExtra: 100,
} as const

export const amendmentMessages = {
  price: 'Enter a price.',
  hours: `A proposal is open for ${AMENDMENT_LIMITS.hours.least} hours to ${AMENDMENT_LIMITS.hours.most / 24} days.`,
  date: 'Choose a date that is not in the past.',
  lower: 'The money is held already, so the price can only go down.',
  more: 'The money is held already. A higher price adds at least $1.00.',
  rounds: 'Choose more rounds than you agreed on, up to 20.',
} as const

export const amendmentErrors = {
  /** Someone else acted first, or the project has ended. */
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
  /** An id belongs to one proposal: a repeated request has to be identical, or it is refused. */
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
  /** A change was agreed after this proposal was started: the proposal would silently revert it. */
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
  /** Released, on its way, or already decided. */
  'amendment.money_leaves': {
    status: 409,
    message:
      'The money of this deal is on its way or was decided about. Nothing can be changed now.',
  },
  /** It was agreed, but the brand has not paid the difference yet. */
  'amendment.unpaid': {
    status: 409,
    message: 'You agreed on a higher price that is not paid yet. It has to be paid or lapse first.',
  },
  'amendment.extra_too_small': { status: 409, message: amendmentMessages.more },
  /** What later payments added is returned together with everything else, and not by a lower price. */
  'amendment.price_below_extra': {
    status: 409,
    message: 'What was added to the price later is paid already. The price cannot go below it.',
  },
  /** A brief states its own number of rounds. */
  'amendment.rounds_in_brief': {
    status: 422,
    message: 'A new brief says how many rounds there are. Change them there.',
  },
  'amendment.rounds_not_more': { status: 409, message: amendmentMessages.rounds },
  /**
   * Its card is being charged, or a checkout page for it is being opened: both end within minutes. A page that is
   * already open is expired instead.
   */
  'amendment.being_paid': {
    status: 409,
    message:
      'This change is being paid right now, so it cannot be called off. If the payment fails, you can call it off in a few minutes.',
  },
  /** The time to pay what a higher price adds has run out. */
  'amendment.lapsed': {
    status: 409,
    message: 'The time to pay for this change is over. What you agreed on before stays as it is.',
  },
  /** Money is held for the agreed price: a higher one would need another payment. */
  'amendment.price_not_lower': { status: 409, message: amendmentMessages.lower },
  /** While the payment is on its way, or failed: its money may still arrive, at the old price. */
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
