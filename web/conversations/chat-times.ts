import { daysUntil, formatDay, formatShortDay, formatWeekday } from '#web/ui/dates.ts'

const MINUTE = 60_000

/** The units of `longAgo`, each with how many of it make the next. A month is 30 days. */
const UNITS = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const

/**
 * Relative time, as short as the conversation list needs it: "now", "4m", "2h", "Yesterday", "3d", "2w", "Jun 3, 2025".
 */
export function shortAgo(iso: string, now: Date): string {
  const then = new Date(iso)
  const minutes = Math.floor((now.getTime() - then.getTime()) / MINUTE)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes}m`
  const days = -daysUntil(iso, now)
  if (days === 0 || minutes < 6 * 60) return `${Math.floor(minutes / 60)}h`
  if (days === 1) return 'Yesterday'
  if (days < 7) return `${days}d`
  if (days < 35) return `${Math.floor(days / 7)}w`
  return formatDay(iso)
}

/** Relative time in words, for chat and invitations: "just now", "4 minutes ago", "3 days ago". */
export function longAgo(iso: string, now: Date): string {
  const then = new Date(iso)
  // A clock behind the server's would otherwise read "in 3 seconds".
  if (now.getTime() - then.getTime() < MINUTE) return 'just now'
  let count = Math.floor((now.getTime() - then.getTime()) / MINUTE)
  for (const [unit, limit] of UNITS) {
    if (count < limit) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
    count = Math.floor(count / limit)
  }
  return formatDay(iso)
}

/**
 * The separator above a day's messages: "Today", "Yesterday", "Monday, Jun 15", with the year if it is not the current
 * one.
 */
export function dayLabel(iso: string, now: Date): string {
  const then = new Date(iso)
  const days = -daysUntil(iso, now)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const day = then.getFullYear() === now.getFullYear() ? formatShortDay(iso) : formatDay(iso)
  return `${formatWeekday(iso)}, ${day}`
}

/** Whether two moments fall on the same day of the viewer's calendar. */
export function sameDay(a: string, b: string): boolean {
  return daysUntil(a, new Date(b)) === 0
}
