import { differenceInCalendarDays, format, formatDistanceStrict } from 'date-fns'

const MINUTE = 60_000

/** How long ago, as short as the conversation list needs it: "now", "4m", "2h", "Yesterday", "3d", "2w", "Jun 3, 2025". */
export function shortAgo(iso: string, now: Date): string {
  const then = new Date(iso)
  const minutes = Math.floor((now.getTime() - then.getTime()) / MINUTE)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes}m`
  const days = differenceInCalendarDays(now, then)
  if (days === 0 || minutes < 6 * 60) return `${Math.floor(minutes / 60)}h`
  if (days === 1) return 'Yesterday'
  if (days < 7) return `${days}d`
  if (days < 35) return `${Math.floor(days / 7)}w`
  return format(then, 'MMM d, yyyy')
}

/** How long ago in words, as chat and invitations show it: "just now", "4 minutes ago", "3 days ago". */
export function longAgo(iso: string, now: Date): string {
  const then = new Date(iso)
  // A clock that runs behind the server's would otherwise read "in 3 seconds".
  if (now.getTime() - then.getTime() < MINUTE) return 'just now'
  return formatDistanceStrict(then, now, { addSuffix: true, roundingMethod: 'floor' })
}

/** The separator above a day's messages: "Today", "Yesterday", "Monday, Jun 15", with the year once it is another. */
export function dayLabel(iso: string, now: Date): string {
  const then = new Date(iso)
  const days = differenceInCalendarDays(now, then)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return format(
    then,
    then.getFullYear() === now.getFullYear() ? 'EEEE, MMM d' : 'EEEE, MMM d, yyyy',
  )
}

/** Whether two moments lie on the same day of the viewer's calendar. */
export function sameDay(a: string, b: string): boolean {
  return differenceInCalendarDays(new Date(a), new Date(b)) === 0
}
