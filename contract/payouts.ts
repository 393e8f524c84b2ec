import type { ErrorEntry } from './error-entry.ts'

/** How a payout account is shown (SPEC §4): none, begun, ready; and closed by the provider, which has no words there. */
export const PAYOUT_STATES = ['none', 'in_progress', 'connected', 'closed'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** How money on its way from a creator's balance to their bank stands. */
export const BANK_PAYOUT_STATUSES = ['on_its_way', 'paid', 'failed'] as const

/** The state of an account row, or of its absence. */
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

/** SPEC §4, word for word; {provider} is Stripe (decision P1). */
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
  /** Ours from here on. */
  dashboard: 'View payouts on Stripe',
  dashboardFailed: 'Failed to open Stripe',
  closedTitle: 'Stripe Account Closed',
  closedBody:
    'Stripe closed this account, so nothing can be sent to it any more. Connect a new one: projects that are still running pay out to it. What was paid to the old account stays in your history.',
  replace: 'Connect a New Account',
} as const

export const payoutErrors = {
  'payout.no_account': {
    status: 404,
    message: "Please create a Stripe account first by clicking 'Connect Stripe Account'",
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
    message: 'Stripe refused this. Check your name and email address, then try again.',
  },
  'payout.provider_refused': {
    status: 502,
    message: 'Stripe does not accept this from us at the moment. Our team has been notified.',
  },
} as const satisfies Record<string, ErrorEntry>
