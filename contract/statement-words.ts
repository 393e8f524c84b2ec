/** The text of payout statements and yearly summaries. `title` is a project's. */

/** How each movement changed the amount owed to the creator. */
export const movementWords = {
  released: (title: string) => `“${title}” released`,
  releaseTakenBack: (title: string) => `“${title}”: release taken back`,
  sent: (title: string) => `“${title}” sent to your Stripe balance`,
  cameBack: (title: string) => `“${title}”: transfer came back`,
  paidOutside: (title: string) => `“${title}” paid to you outside Stripe`,
} as const

/** The columns of a month, in order. */
export const MONTH_COLUMNS = ['Price', 'Fee', 'Sent to you', 'Still owed'] as const
/** The columns for the contents of a payout to the bank. */
export const PAYOUT_COLUMNS = ['Price', 'Fee', 'Your share'] as const
/** The columns of a year. */
export const YEAR_COLUMNS = {
  seller: ['Paid in', 'Returned', 'Bought', 'Held'],
  creator: ['Prices', 'Fees', 'Earned', 'Sent to you'],
} as const

/** The sums above a total; they add up to it. */
export const SUM_WORDS = {
  broughtForward: 'Owed to you before',
  prices: 'Prices of released payments',
  fees: 'Platform fees',
  carriedForward: 'Still owed to you',
  otherBalance: 'Other movements of your Stripe balance',
  heldBefore: 'Held in escrow before',
  paidIn: 'Paid into escrow',
  returned: 'Returned to you',
  heldAfter: 'Still held in escrow',
} as const

/** The meaning of a document's total, where it is not its price. */
export const TOTAL_WORDS = {
  month: 'Sent to you',
  payout: 'Paid out to your bank',
  seller: 'Bought',
  creator: 'Earned after fees',
} as const

export const STATEMENT_NOTES = {
  month:
    'Days are in UTC. What was sent to you is in your Stripe balance until Stripe pays it out to your bank.',
  payout: 'Stripe has paid this out from your balance to your bank.',
  seller:
    'Days are in UTC. What your bank took back after a release is in its credit note and not counted here.',
  creator: 'Days are in UTC. Each payment counts in the year in which it was released.',
} as const

/** Formats a period: "November 2026", or "2026" for a whole year. Both days as 'YYYY-MM-DD'. */
export function periodWords({ from, to }: { from: string; to: string }): string {
  if (from.endsWith('-01-01') && to.endsWith('-12-31')) return from.slice(0, 4)
  return month.format(new Date(`${from}T00:00:00Z`))
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The subject of a listed document: its project, its period, or a payout. */
export const aboutWords = (document: {
  project_title: string | null
  period: { from: string; to: string } | null
}): string =>
  document.project_title ??
  (document.period === null ? 'Payout to the bank' : periodWords(document.period))
