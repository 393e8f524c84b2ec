import { formatMoment, formatTime } from './dates.ts'

/** A day or a time with its machine-readable value: "Jun 28, 2026", with `exact` also the time of day. */
export function Time({ value, exact }: { value: string; exact?: boolean }) {
  return <time dateTime={value}>{exact ? formatMoment(value) : formatTime(value)}</time>
}
