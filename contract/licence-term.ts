import type { LicenceStatus } from './licences.ts'

/** How long a licence with an end runs. */

/** Days before the last day on which the brand is reminded. */
export const LICENCE_REMINDER_DAYS: readonly number[] = [30, 7, 1]
/** An end longer ago than this, in days, is no longer announced. */
export const ENDED_NEWS_DAYS = 90

const HOUR_MS = 3_600_000
/** A day is over everywhere on earth once it is over at UTC−12: in doubt the brand may still use the work. */
const LAST_HOURS = 36

/**
 * Returns the last day of a term that begins at `grantedAt`, 'YYYY-MM-DD': the same day of the month this many months
 * later, or that month's last. Null for terms without an end.
 */
export function lastDay(grantedAt: Date, months: number | null): string | null {
  if (months === null) return null
  const [year, month, day] = [
    grantedAt.getUTCFullYear(),
    grantedAt.getUTCMonth() + months,
    grantedAt.getUTCDate(),
  ]
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, daysInMonth))).toISOString().slice(0, 10)
}

/** Whether the last day is over everywhere. */
export const isOver = (endsOn: string | null, now: Date): boolean =>
  endsOn !== null && now.getTime() >= Date.parse(`${endsOn}T00:00:00Z`) + LAST_HOURS * HOUR_MS

/** Returns the displayed status: a granted licence that has run out is expired; a void one stays void. */
export const shownStatus = (
  { status, ends_on }: { status: LicenceStatus; ends_on: string | null },
  now: Date,
): ShownLicenceStatus => (status === 'granted' && isOver(ends_on, now) ? 'expired' : status)

export const SHOWN_LICENCE_STATUSES = ['granted', 'expired', 'void'] as const
export type ShownLicenceStatus = (typeof SHOWN_LICENCE_STATUSES)[number]
