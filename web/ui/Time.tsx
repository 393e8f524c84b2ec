import { formatMoment, formatTime } from './dates.ts'

/**
 * A day or a time with its machine-readable value: "Jun 28, 2026", with `exact` also the time of day. When the server
 * rendered it, the first script rewrites it in the reader's own time zone (web/start-up/first-script.ts).
 */
export function Time({ value, exact }: { value: string; exact?: boolean }) {
  return (
    <time dateTime={value} data-own-day={exact ? 'exact' : ''}>
      {exact ? formatMoment(value) : formatTime(value)}
    </time>
  )
}
