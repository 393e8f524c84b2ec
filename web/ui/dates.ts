import { differenceInCalendarDays, format, parseISO } from 'date-fns'

/**
 * Days and moments for people, in the viewer's zone (DECISIONS 4). A value is either a moment in RFC 3339
 * or a day 'YYYY-MM-DD'; a day is that day everywhere and never shifts with the zone.
 */

/** "Jun 28, 2026". */
export function formatDay(value: string): string {
  return format(parseISO(value), 'MMM d, yyyy')
}

/** "Jun 28": where the year is plain. */
export function formatShortDay(value: string): string {
  return format(parseISO(value), 'MMM d')
}

/** "Jun 3, 2026 9:41 AM" (SPEC §2: "MMM d, yyyy h:mm a"). */
export function formatMoment(value: string): string {
  return format(parseISO(value), 'MMM d, yyyy h:mm a')
}

/** Calendar days from `now` to a day; 0 today, negative once it has passed. */
export function daysUntil(value: string, now: Date): number {
  return differenceInCalendarDays(parseISO(value), now)
}

/** `now` as a day 'YYYY-MM-DD' in the viewer's zone: the earliest deadline a date field offers. */
export function dayOf(now: Date): string {
  return format(now, 'yyyy-MM-dd')
}
