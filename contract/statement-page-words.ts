/** The text of the statement of a period, of its file and of forecasts. */
export const statementPageWords = {
  day: 'Enter a day.',
  order: 'The last day is before the first.',
  card: 'Statement',
  from: 'From',
  to: 'To',
  none: 'No money moved in this period.',
  failed: 'Failed to load the statement',
  csv: 'Save as CSV',
  opening: 'Balance before',
  date: 'Date',
  text: 'What happened',
  month: 'Month',
  byMonth: 'By month',
  rows: 'Every movement',
  more: 'Show more',
  total: 'Total',
  chart: (column: string) => `${column}, month by month; the table says the same.`,
  forecast: 'What comes next',
  forecastOf: {
    creator:
      'Your share of money that is held, by the week in which it may be released: once a delivery was handed in by its deadline and its review is over. Stripe then takes some days more to your bank.',
    seller: 'What you agreed to pay in running projects.',
  },
  week: 'Week',
  least: 'At least',
  most: 'At most',
  nothing: 'Nothing is held for you.',
  committed: 'Agreed on',
  held: 'Held in escrow',
  toFund: 'Still to fund',
  disputed: (amount: string) => `${amount} is in dispute and has no day.`,
} as const

/** The columns of a statement: three amounts, then the balance. */
export const STATEMENT_COLUMNS = {
  seller: ['Paid in', 'Returned', 'Bought', 'Held'],
  creator: ['Price', 'Fee', 'Sent to you', 'Still owed'],
} as const

/** The description of a brand's movement. `title` is a project's. */
export const brandMovementWords = {
  paidIn: (title: string) => `“${title}” paid into escrow`,
  returned: (title: string) => `“${title}” returned`,
  bought: (title: string) => `“${title}” released to the creator`,
  cameBack: (title: string) => `“${title}”: release taken back`,
} as const
