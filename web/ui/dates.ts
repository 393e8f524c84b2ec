/**
 * Days and times for people, in the viewer's zone (decision P4). A value is either a time in RFC 3339 or a day
 * 'YYYY-MM-DD'; a day is the same everywhere and never shifts with the zone.
 */

// Hand-written: each Intl format takes a slow phone some ten milliseconds to create, and every screen shows days.
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** "Jun 28, 2026" for a sentence: no line ends within it. `Time` shows a date on its own. */
export function formatDay(value: string): string {
  return unbroken(dayText(read(value)))
}

/** "Jun 28", the same: where the year is obvious. */
export function formatShortDay(value: string): string {
  return unbroken(shortDayText(read(value)))
}

/** "Jun 28, 2026" for a <time>, which its style keeps on one line. */
export function formatTime(value: string): string {
  return dayText(read(value))
}

/** "June 28, 2026". */
export function formatLongDay(value: Date): string {
  return `${MONTHS[value.getMonth()]} ${value.getDate()}, ${value.getFullYear()}`
}

/** "Sunday". */
export function formatWeekday(value: string): string {
  return WEEKDAYS[read(value).getDay()] ?? ''
}

/** "Jun 3, 2026 9:41 AM" (SPEC §2: "MMM d, yyyy h:mm a"). */
export function formatMoment(value: string): string {
  const moment = read(value)
  return `${dayText(moment)} ${timeOf(moment)}`
}

/** Calendar days from `now` to a day; 0 today, negative once it has passed. */
export function daysUntil(value: string, now: Date): number {
  return dayNumber(read(value)) - dayNumber(now)
}

/** The time this many days after another, by the viewer's clock: summer time keeps the hour. */
export function daysAfter(value: string, days: number): string {
  const moment = read(value)
  moment.setDate(moment.getDate() + days)
  return moment.toISOString()
}

/**
 * The earliest deadline a date field offers, 'YYYY-MM-DD': a day that has passed neither in the viewer's zone nor by
 * UTC, which the server uses (decision P14). In an American evening that is tomorrow.
 */
export function earliestDeadline(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const here = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const byUtc = now.toISOString().slice(0, 10)
  return here > byUtc ? here : byUtc
}

/** With no-break spaces. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** A day starts at the viewer's own midnight; `new Date` would take it as UTC's. */
function read(value: string): Date {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  return year === undefined
    ? new Date(value)
    : new Date(Number(year), Number(month) - 1, Number(date))
}

function dayText(moment: Date): string {
  return `${shortDayText(moment)}, ${moment.getFullYear()}`
}

function shortDayText(moment: Date): string {
  return `${MONTHS[moment.getMonth()]?.slice(0, 3)} ${moment.getDate()}`
}

function timeOf(moment: Date): string {
  const hours = moment.getHours()
  const minutes = String(moment.getMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The calendar day in the viewer's zone as a day number: summer time makes no difference to it. */
function dayNumber(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / 86_400_000
}
