import type { ErrorEntry } from './error-entry.ts'

/**
 * The states in which a payout account is shown (SPEC §4): none, begun, ready; and closed by the provider, for which
 * SPEC has no words.
 */
export const PAYOUT_STATES = ['none', 'in_progress', 'connected', 'closed'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** Hours for which nothing is sent to a payout account after it replaced another (decision 0095). */
export const CHANGED_PAYOUT_HOURS = 24

/** The state of money on its way from a creator's balance to their bank. */
export const BANK_PAYOUT_STATUSES = ['on_its_way', 'paid', 'failed'] as const

/** Returns the state of an account row, or of a missing row. */
export function payoutState(
  account: { onboarding_complete: boolean; closed: boolean } | null,
): PayoutState {
  if (account === null) return 'none'
  if (account.closed) return 'closed'
  return account.onboarding_complete ? 'connected' : 'in_progress'
}

export const payoutRoutes = {
  'payouts.account': 'GET /api/payouts/account',
  'payouts.onboard': 'POST /api/payouts/onboarding',
  'payouts.refresh': 'POST /api/payouts/refresh',
  'payouts.dashboard': 'POST /api/payouts/dashboard',
} as const

/** A refusal that a page also displays: in a separate constant, so that no page loads every refusal. */
export const NO_PAYOUT_ACCOUNT =
  "Please create a Stripe account first by clicking 'Connect Stripe Account'"

export const payoutErrors = {
  'payout.no_account': {
    status: 404,
    message: NO_PAYOUT_ACCOUNT,
  },
  'payout.country_not_served': {
    status: 409,
    message: 'Stripe cannot send money to this country, so no account can be opened there.',
  },
  'payout.country_fixed': {
    status: 409,
    message: 'Your account is in another country, and Stripe does not let that be changed.',
  },
  'payout.not_ready': {
    status: 409,
    message: 'Complete the setup of your Stripe account first.',
  },
  'payout.provider_unavailable': {
    status: 503,
    message: 'Stripe did not respond. Nothing has changed. Please try again.',
  },
  'payout.refused': {
    status: 409,
    message: 'Stripe refused this. Check your name, email address and country, then try again.',
  },
  'payout.provider_refused': {
    status: 502,
    message: 'Stripe does not accept this from us at the moment. Our team has been notified.',
  },
} as const satisfies Record<string, ErrorEntry>
