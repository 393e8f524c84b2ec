import type { ErrorEntry } from './error-entry.ts'
import type { RouteKey } from './api.ts'

/* An operator views the product as a person sees it (decision 0110), with the operator's own session and a header,
   never with a token of that person. A view can read only what is listed here, and it changes nothing. */

/** The header that names a view. */
export const VIEW_AS_HEADER = 'x-view-as'

/** Minutes after which a view ends by itself. Our choice. */
export const VIEW_AS_MINUTES = 15

/** Why an operator views someone's account, as that person sees it. */
export const VIEW_AS_REASONS = ['asked_for_help', 'payment', 'report', 'security'] as const
export type ViewAsReason = (typeof VIEW_AS_REASONS)[number]

export const viewAsReasonWords: Record<ViewAsReason, string> = {
  asked_for_help: 'You asked for help',
  payment: 'Something about a payment',
  report: 'Something was reported',
  security: 'To keep your account safe',
}

/**
 * The calls that a view allows: ids, amounts and states on the person's own pages. All others are refused, including
 * every call that changes something. Messages, statements and notes, files, addresses, payout accounts and cards, tax
 * details, sessions and exports are not listed.
 */
export const VIEW_AS_CALLS = [
  'dashboard.creator',
  'dashboard.seller',
  'dashboard.moves',
  'dashboard.waiting',
  'payments.list',
] as const satisfies readonly RouteKey[]

export type ViewAsCall = (typeof VIEW_AS_CALLS)[number]

const shown: ReadonlySet<RouteKey> = new Set<RouteKey>(VIEW_AS_CALLS)
export const isShownInView = (key: RouteKey): boolean => shown.has(key)

export const viewAsErrors = {
  'view_as.banned': {
    status: 409,
    message: 'This account is banned: its owner sees nothing of it either.',
  },
  'view_as.over': { status: 403, message: 'This view is over. Begin another one.' },
  'view_as.not_shown': {
    status: 403,
    message: 'A view shows ids, amounts and states, and changes nothing.',
  },
} as const satisfies Record<string, ErrorEntry>
