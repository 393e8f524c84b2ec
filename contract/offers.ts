import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/** Who makes an offer. The application itself is the creator's first one, without a row. */
export const OFFER_SIDES = ['seller', 'creator'] as const
export type OfferSide = (typeof OFFER_SIDES)[number]

export const OFFER_STATUSES = [
  'open',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
  'superseded',
] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

/** On the button of a first offer. It is here because a list of applications shows it without the other words. */
export const MAKE_OFFER = 'Make an Offer'

/** The role someone has in one offer. */
export type OfferActor = 'author' | 'recipient' | 'system'

/**
 * open ─accept→ accepted, ─decline→ declined, ─counter→ superseded     by its recipient
 *   ├──withdraw→ withdrawn                                            by its author
 *   ├──expire──→ expired                                              by the clock
 *   ├──overtake→ superseded                                         by the system: the project's text changed
 *   └──close───→ superseded    by the system: the application was answered, or its project or person is gone
 */
export const offerTransitions = {
  accept: { from: ['open'], to: 'accepted', by: ['recipient'] },
  decline: { from: ['open'], to: 'declined', by: ['recipient'] },
  counter: { from: ['open'], to: 'superseded', by: ['recipient'] },
  withdraw: { from: ['open'], to: 'withdrawn', by: ['author'] },
  expire: { from: ['open'], to: 'expired', by: ['system'] },
  overtake: { from: ['open'], to: 'superseded', by: ['system'] },
  close: { from: ['open'], to: 'superseded', by: ['system'] },
} as const satisfies TransitionTable<OfferStatus, OfferActor>

export type OfferMove = keyof typeof offerTransitions

/** Bounds of an offer. Its price has SPEC's own rule, `PRICE_RULE`. */
export const OFFER_LIMITS = {
  /** Characters. */
  note: 1_000,
  /** The number of offers about one application, counting both sides. */
  most: 6,
  /** Hours until an offer expires. */
  hours: { least: 24, usual: 72, most: 14 * 24 },
  /** Hours before expiry at which its recipient is reminded. */
  remindBefore: 12,
  /** Agreed rounds of revision. */
  rounds: { least: 0, most: 5 },
} as const

/** The choices in the form: hours until an offer expires. */
export const OFFER_HOURS = [24, 72, 7 * 24, 14 * 24] as const

export const offerMessages = {
  price: 'Enter a price.',
  rounds: `Choose ${OFFER_LIMITS.rounds.least} to ${OFFER_LIMITS.rounds.most} rounds of revision.`,
  hours: `An offer is open for ${OFFER_LIMITS.hours.least} hours to ${OFFER_LIMITS.hours.most / 24} days.`,
  date: 'Choose a date that is not in the past.',
} as const

export const offerErrors = {
  /** Someone else answered first, or the application was answered. */
  'offer.answered': {
    status: 409,
    message: 'This offer is no longer open. Look at where you stand now.',
  },
  'offer.expired': {
    status: 409,
    message: 'This offer has expired. Make a new one if you are still interested.',
  },
  'offer.wrong_side': {
    status: 409,
    message: 'Only who received an offer can answer it, and only who made it can withdraw it.',
  },
  /** An id identifies one offer: a repeated request must be identical, or it is refused. */
  'offer.another': {
    status: 409,
    message: 'This offer was already sent with other terms.',
  },
  'offer.already_open': {
    status: 409,
    message: 'Your last offer is still open. Withdraw it before you make another.',
  },
  /** The other side made an offer in the meantime, and `answers` did not name it. */
  'offer.another_waits': {
    status: 409,
    message: 'The other side has made an offer meanwhile. Answer that one.',
  },
  'offer.too_many': {
    status: 409,
    message: `At most ${OFFER_LIMITS.most} offers can be made about an application. Accept or decline it as it stands.`,
  },
  'offer.nothing_new': {
    status: 422,
    message: 'These are the terms it is compared with. Change something, or accept them.',
  },
  'offer.no_brief': {
    status: 422,
    message: 'This project has no brief. Say in the note what should be different.',
  },
  'offer.date_past': { status: 422, message: offerMessages.date },
  'offer.date_over': {
    status: 409,
    message: 'The date of this offer has passed. Make a counter-offer with a later one.',
  },
  /** No counter-offer can name a later one. */
  'offer.last_date_over': {
    status: 409,
    message: `The date has passed, and all ${OFFER_LIMITS.most} offers were made. Only a new project can have a later one.`,
  },
  /** The other side left, or was banned: a deal would have no one to fund or deliver it. */
  'offer.other_side_gone': {
    status: 409,
    message: 'The other side can no longer agree on anything here.',
  },
} as const satisfies Record<string, ErrorEntry>
