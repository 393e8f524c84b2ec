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
  /** From here on the words are ours. `from`: the time of the first transfer, as the reader's screen shows it. */
  changedBody: (from: string) =>
    `This account took the place of another, so nothing is sent to it before ${from}. What is released until then waits, and leaves by itself. If you did not change it, write to our support.`,
  account: 'Payout account',
  dashboard: 'View payouts on Stripe',
  dashboardFailed: 'Failed to open Stripe',
  closedTitle: 'Stripe Account Closed',
  closedBody:
    'Stripe closed this account, so nothing can be sent to it any more. Connect a new one: projects that are still running pay out to it. What was paid to the old account stays in your history.',
  replace: 'Connect a New Account',
} as const
