/**
 * Days and times for people, in the viewer's zone (decision P4). A value is either a time in RFC 3339 or a day
 * 'YYYY-MM-DD'; a day is the same everywhere and never shifts with the zone.
 */

/** Returns how many minutes a moment's clock is behind UTC in the reader's zone; a browser knows this itself. */
let minutesBehindUtc = (moment: Date): number => moment.getTimezoneOffset()

/** Sets the zone offset: a server renders for readers in any zone, and sets the zone of the reader it renders for. */
export function readClocksBy(offsetOf: typeof minutesBehindUtc): void {
  minutesBehindUtc = offsetOf
}

// Hand-written: each Intl format takes a slow phone about ten milliseconds to create, and every screen shows days.
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** "Jun 28, 2026" for a sentence: no line breaks within it. `Time` shows a date on its own. */
export function formatDay(value: string): string {
  return unbroken(dayText(read(value)))
}

/** "Jun 28", also without line breaks: where the year is obvious. */
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
  return WEEKDAYS[read(value).getUTCDay()] ?? ''
}

/** "Jun 3, 2026 9:41 AM" (SPEC §2: "MMM d, yyyy h:mm a"). */
export function formatMoment(value: string): string {
  const moment = read(value)
  return `${dayText(moment)} ${timeOf(moment)}`
}

/** Calendar days from `now` to a day; 0 today, negative once it has passed. */
export function daysUntil(value: string, now: Date): number {
  return dayNumber(read(value)) - dayNumber(onClock(now))
}

/** The time this many days after another, by the viewer's clock: a change to or from summer time keeps the hour. */
export function daysAfter(value: string, days: number): string {
  const moment = new Date(value)
  moment.setDate(moment.getDate() + days)
  return moment.toISOString()
}

/**
 * The earliest deadline a date field offers, 'YYYY-MM-DD': a day that has passed neither in the viewer's zone nor in
 * UTC, which the server uses (decision P14). On an American evening that is tomorrow.
 */
export function earliestDeadline(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const here = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const byUtc = now.toISOString().slice(0, 10)
  return here > byUtc ? here : byUtc
}

/** With no-break spaces. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Returns the reader's local clock time, in the date's UTC fields. A day is the same everywhere. */
function read(value: string): Date {
  const moment = new Date(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? moment : onClock(moment)
}

const onClock = (moment: Date): Date =>
  new Date(moment.getTime() - minutesBehindUtc(moment) * 60_000)

function dayText(moment: Date): string {
  return `${shortDayText(moment)}, ${moment.getUTCFullYear()}`
}

function shortDayText(moment: Date): string {
  return `${MONTHS[moment.getUTCMonth()]?.slice(0, 3)} ${moment.getUTCDate()}`
}

function timeOf(moment: Date): string {
  const hours = moment.getUTCHours()
  const minutes = String(moment.getUTCMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The calendar day of a moment that `onClock` returned, as a day number: summer time does not affect it. */
const dayNumber = (moment: Date): number => Math.floor(moment.getTime() / 86_400_000)
