import type { AmountRule } from './amount-text.ts'
import type { ErrorEntry } from './error-entry.ts'
import { lastDay } from './licence-term.ts'
import type { TransitionTable } from './transitions.ts'

/** More months for a licence with an end: at the price in its terms, or at one that a side names later. */

/** Who named the price. If the licence's terms named it before the hire, the brand takes it and no answer is needed. */
export const EXTENSION_MAKERS = ['terms', 'seller', 'creator'] as const
export type ExtensionMaker = (typeof EXTENSION_MAKERS)[number]

export const EXTENSION_STATUSES = [
  'proposed',
  'agreed',
  'paid',
  'declined',
  'withdrawn',
  'expired',
] as const
export type ExtensionStatus = (typeof EXTENSION_STATUSES)[number]

/**
 * (none) ─→ proposed             the brand names a price
 * (none) ─→ agreed               the brand takes the terms' price, or the creator names one: paying is the answer
 * proposed ─accept→ agreed       by the creator
 * proposed, agreed ─decline→     by the side that did not name it; what both agreed on is not declined
 * proposed, agreed ─withdraw→    by the side that named or took it
 * proposed, agreed ─expire→      by the clock
 * agreed ─pay→ paid              by the system, when its money is held; whether it counts follows that money
 */
export const extensionTransitions = {
  accept: { from: ['proposed'], to: 'agreed', by: ['creator'] },
  decline: { from: ['proposed', 'agreed'], to: 'declined', by: ['seller', 'creator'] },
  withdraw: { from: ['proposed', 'agreed'], to: 'withdrawn', by: ['seller', 'creator'] },
  expire: { from: ['proposed', 'agreed'], to: 'expired', by: ['system'] },
  pay: { from: ['agreed'], to: 'paid', by: ['system'] },
} as const satisfies TransitionTable<ExtensionStatus, 'seller' | 'creator' | 'system'>

/** Whether it is waiting for an answer or for its money. A licence has at most one such extension at a time. */
export const isOpenExtension = (status: ExtensionStatus): boolean =>
  status === 'proposed' || status === 'agreed'

export const EXTENSION_LIMITS = {
  /** An extension that was not answered or paid expires after this many days. */
  openDays: 7,
  /**
   * Extensions of one licence that one side named or took: neither side can use up the other's. The database counts
   * those of both in a smallint.
   */
  mostOfSide: 100,
} as const

/** From $1.00 up, like any addition to a price. */
export const EXTENSION_PRICE_RULE: AmountRule = { called: 'price', leastCents: 100 }

/** The inputs of a licence's last day. `months` of the grant, then of each paid extension that counts, oldest first. */
export interface GrantedTerm {
  granted_at: string
  term_months: number
}
export interface PaidMonths {
  months: number
  /** When its money arrived. */
  paid_at: string
}

/**
 * Returns the last day of a licence with its extensions, 'YYYY-MM-DD'. An extension paid before the last day was over
 * adds its months to the term; one paid later begins a new term on the day of its payment.
 */
export function extendedLastDay(
  { granted_at: grantedAt, term_months: months }: GrantedTerm,
  paid: readonly PaidMonths[],
): string {
  let term = { from: new Date(grantedAt), months }
  for (const one of paid) {
    const at = new Date(one.paid_at)
    const isLate = at.toISOString().slice(0, 10) > endOf(term)
    term = isLate ? { from: at, months: one.months } : { ...term, months: term.months + one.months }
  }
  return endOf(term)
}

const endOf = ({ from, months }: { from: Date; months: number }): string =>
  lastDay(from, months) ?? ''

/** The messages at the fields of a stated licence. */
export const licenceMessages = {
  extension: 'Say both how many more months there are and what they cost.',
  extensionOfNoEnd: 'A licence without an end cannot be extended.',
} as const

export const extensionErrors = {
  'licence.no_end': {
    status: 409,
    message: 'This licence has no end, so there is nothing to extend.',
  },
  'licence.void': {
    status: 409,
    message: 'This licence is void, so it cannot be extended.',
  },
  'extension.another': {
    status: 409,
    message: 'Another extension is open. It has to be paid, answered or withdrawn first.',
  },
  'extension.too_many': {
    status: 409,
    message: 'You can make no more extensions of this licence.',
  },
  /** Only the brand can take it, and only as the terms state it. */
  'extension.no_price': {
    status: 422,
    message: 'The licence names no price for more months. Enter one.',
  },
  'extension.answered': {
    status: 409,
    message: 'This extension was answered, withdrawn or paid already.',
  },
  'extension.expired': {
    status: 409,
    message: 'The time to answer or pay this extension is over. Make a new one.',
  },
  'extension.not_agreed': {
    status: 409,
    message: 'The creator has to agree to this extension before it can be paid.',
  },
  'extension.other_side_gone': {
    status: 409,
    message: 'The other side can no longer agree on anything here.',
  },
} as const satisfies Record<string, ErrorEntry>
