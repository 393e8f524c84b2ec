import type { ErrorEntry } from './error-entry.ts'

/** How a payout account is shown (SPEC §4): none, begun, ready. */
export const PAYOUT_STATES = ['none', 'in_progress', 'connected'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** How money on its way from a creator's balance to their bank stands. */
export const BANK_PAYOUT_STATUSES = ['on_its_way', 'paid', 'failed'] as const

/** The state of an account row, or of its absence. */
export function payoutState(account: { onboarding_complete: boolean } | null): PayoutState {
  if (account === null) return 'none'
  return account.onboarding_complete ? 'connected' : 'in_progress'
}

export const payoutRoutes = {
  'payouts.account': 'GET /api/payouts/account',
  'payouts.onboard': 'POST /api/payouts/onboarding',
  'payouts.refresh': 'POST /api/payouts/refresh',
} as const

/** SPEC §4, word for word; {provider} is Stripe (DECISIONS 1). */
export const payoutMessages = {
  requiredTitle: 'Stripe Setup Required',
  connect: 'Connect Stripe Account',
  connecting: 'Setting up...',
  progressTitle: 'Setup In Progress',
  progressBody: 'Complete your Stripe onboarding',
  continue: 'Continue Setup',
  continuing: 'Opening Stripe...',
  refreshHint: "If you've completed setup, click refresh to update status",
  connectedTitle: 'Stripe Account Connected',
  connectedBody: 'Ready to receive payments',
} as const

export const payoutErrors = {
  'payout.no_account': {
    status: 404,
    message: "Please create a Stripe account first by clicking 'Connect Stripe Account'",
  },
  'payout.provider_unavailable': {
    status: 503,
    message: 'Stripe did not answer. Nothing has changed. Please try again.',
  },
  'payout.refused': {
    status: 409,
    message: 'Stripe refused this. Check your name and email address, then try again.',
  },
  'payout.provider_refused': {
    status: 502,
    message: 'Stripe does not accept this from us at the moment. Our team can see it.',
  },
} as const satisfies Record<string, ErrorEntry>
