/**
 * Statements of any period with a running balance, and forecasts. Days are 'YYYY-MM-DD' in UTC, and a period includes
 * both its ends.
 */

/** Rows per page, and the maximum number of lines in a file, which keeps the oldest. */
export const STATEMENT_LIMITS = { page: 50, file: 100_000 } as const

/** How long the link to a file works, in seconds. */
export const STATEMENT_LINK_SECONDS = 300

/** The number of weeks in a forecast; anything expected later is in the last week. */
export const FORECAST_WEEKS = 6

export const statementRoutes = {
  'statements.get': 'GET /api/statements',
  'statements.csv': 'POST /api/statements/csv',
  'statements.forecast': 'GET /api/statements/forecast',
} as const

/** Money that a creator may receive between two days, 'YYYY-MM-DD'. `cents` is their share. */
export interface ExpectedMoney {
  from: string
  to: string
  cents: number
}

/** A week and the amounts expected in it: `least` is certain to fall into it, `most` may. In cents. */
export interface ForecastWeek {
  from: string
  to: string
  least: number
  most: number
}

const DAY_MS = 86_400_000
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * Returns what is expected, week by week from `today` on, as a range. Money whose days all lie in one week is certain
 * to fall into it; where they lie in several, it may fall into each of those. Money expected after the last week counts
 * in the last; money that should already be here counts in the first.
 */
export function forecastWeeks(
  expected: readonly ExpectedMoney[],
  today: string,
  count = FORECAST_WEEKS,
): ForecastWeek[] {
  const weeks = Array.from({ length: count }, (_, at) => ({
    from: dayAfter(today, 7 * at),
    to: dayAfter(today, 7 * at + 6),
    least: 0,
    most: 0,
  }))
  const weekOf = (day: string): number => {
    const at = weeks.findIndex(({ to }) => day <= to)
    return at === -1 ? count - 1 : at
  }
  for (const { from, to, cents } of expected) {
    const [first, last] = [weekOf(from), weekOf(to)]
    for (const [at, week] of weeks.entries()) {
      if (at >= first && at <= last) week.most += cents
      if (at === first && at === last) week.least += cents
    }
  }
  return weeks
}
