import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/** A package that a brand ordered: an ordinary project for one creator, unpublished until they accept it. */

export const ORDER_STATUSES = ['waiting', 'accepted', 'declined', 'lapsed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * waiting ─accept→ accepted | ─decline→ declined, by its creator; ─cancel→ cancelled, by its brand; ─lapse→ lapsed, by
 * the system after ORDER_HOURS.answer. accepted ─unfunded→ lapsed, by the system when nothing was paid within
 * ORDER_HOURS.fund.
 */
export const orderTransitions = {
  accept: { from: ['waiting'], to: 'accepted', by: ['creator'] },
  decline: { from: ['waiting'], to: 'declined', by: ['creator'] },
  cancel: { from: ['waiting'], to: 'cancelled', by: ['owner'] },
  lapse: { from: ['waiting'], to: 'lapsed', by: ['system'] },
  unfunded: { from: ['accepted'], to: 'lapsed', by: ['system'] },
} as const satisfies TransitionTable<OrderStatus, 'creator' | 'owner' | 'system'>

/** Hours that a creator has to answer an order, and a brand to fund an accepted one. Our choice. */
export const ORDER_HOURS = { answer: 48, fund: 72 } as const
/** Hours before either deadline at which the side that can keep the order alive is reminded. */
export const ORDER_REMIND_HOURS = { answer: 12, fund: 24 } as const

/** Lengths in characters. Our choice. */
export const ORDER_LIMITS = { words: 2_000, links: 5, question: 500 } as const

export const orderMessages = {
  words: 'Say what this is about, so that the creator can decide.',
  links: `Add at most ${ORDER_LIMITS.links} links.`,
} as const

/** The message of the application that is created when an order is accepted. */
export const acceptanceMessage = (title: string): string => `Accepted the order of “${title}”.`

export const packageOrderErrors = {
  'package_order.unavailable': {
    status: 409,
    message: 'This package is not offered any more. Nothing was ordered.',
  },
  'package_order.changed': {
    status: 409,
    message: 'The creator has changed this package. Look at it again before you order.',
  },
  'package_order.already_waiting': {
    status: 409,
    message: 'You have already ordered this package. The creator has not answered yet.',
  },
  'package_order.already_placed': {
    status: 409,
    message: 'This order is already placed, as you sent it first. Nothing else was ordered.',
  },
  'package_order.already_answered': {
    status: 409,
    message: 'This order has already been answered.',
  },
  'package_order.cancelled': {
    status: 409,
    message: 'The brand has cancelled this order.',
  },
  'package_order.lapsed': {
    status: 409,
    message: `This order has expired: it could be answered for ${ORDER_HOURS.answer} hours.`,
  },
  'package_order.brand_gone': {
    status: 409,
    message: 'This brand can no longer place orders. You can decline it.',
  },
  'package_order.no_draft': {
    status: 409,
    message: 'This is an order that waits for its creator. It can only be cancelled.',
  },
} as const satisfies Record<string, ErrorEntry>
