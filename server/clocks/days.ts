/** A day of a window: always 24 hours, in every time zone. */
export const DAY_MS = 24 * 60 * 60_000

/** Returns the moment this many days before another. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** An hour, in ms. */
export const HOUR_MS = 60 * 60_000

/** Returns the moment this many days after another. */
export const daysAfter = (now: Date, days: number): Date => daysBefore(now, -days)

/** Returns the days left until a moment, rounded up: 1 from a day before, 0 once it has come. */
export const daysLeft = (until: number, now: Date): number =>
  Math.max(0, Math.ceil((until - now.getTime()) / DAY_MS))

/** Returns the UTC day of a moment, 'YYYY-MM-DD' (decision P14: a deadline has passed once its UTC day is over). */
export const utcDay = (now: Date): string => now.toISOString().slice(0, 10)

/** Returns the whole days from a moment's UTC day to another day; negative once that day has passed. */
export const daysUntilDay = (day: string, now: Date): number =>
  (Date.parse(day) - Date.parse(utcDay(now))) / DAY_MS
