/** A calendar month or year in UTC. Both days are 'YYYY-MM-DD' and belong to the period. */
export interface Period {
  kind: 'month' | 'year'
  from: string
  to: string
}

/** How long after its end a period is closed, in ms: what was in progress at midnight is committed by then. */
const CLOSES_AFTER_MS = { month: 6 * 60 * 60_000, year: 4 * 24 * 60 * 60_000 } as const

const day = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the month or year that a moment is in. */
export function periodAt(kind: Period['kind'], at: Date): Period {
  const year = at.getUTCFullYear()
  const month = kind === 'year' ? 0 : at.getUTCMonth()
  const months = kind === 'year' ? 12 : 1
  return {
    kind,
    from: day(new Date(Date.UTC(year, month, 1))),
    to: day(new Date(Date.UTC(year, month + months, 0))),
  }
}

/** Returns the moment at which a period is over. */
export const endOf = ({ to }: Period): Date => new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000)

/** Its first moment. */
export const startOf = ({ from }: Period): Date => new Date(`${from}T00:00:00Z`)

/** Returns every period from the one that `first` is in to the last that can be closed at `now`, the earliest first. */
export function closablePeriods(kind: Period['kind'], first: Date, now: Date): Period[] {
  const periods: Period[] = []
  for (
    let period = periodAt(kind, first);
    endOf(period).getTime() + CLOSES_AFTER_MS[kind] <= now.getTime();
    period = periodAt(kind, endOf(period))
  )
    periods.push(period)
  return periods
}
