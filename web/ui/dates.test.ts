import { afterEach, expect, test, vi } from 'vitest'
import {
  daysUntil,
  earliestDeadline,
  formatDay,
  formatMoment,
  formatShortDay,
  formatTime,
} from './dates.ts'

afterEach(() => vi.unstubAllEnvs())

/** The same wall clock wherever the test runs: the value has no zone. */
const moment = '2026-06-03T09:41:00'

test('My Applications: dates are shown as "MMM d, yyyy h:mm a"', () => {
  expect(formatMoment(moment)).toBe('Jun 3, 2026 9:41 AM')
  expect(formatMoment('2026-12-13T21:05:00')).toBe('Dec 13, 2026 9:05 PM')
  expect(formatMoment('2026-12-13T00:05:00')).toBe('Dec 13, 2026 12:05 AM')
  expect(formatMoment('2026-12-13T12:30:00')).toBe('Dec 13, 2026 12:30 PM')
})

test('lists show a day as "Jun 28, 2026", without the year where it is obvious', () => {
  expect(formatTime('2026-06-28')).toBe('Jun 28, 2026')
  expect(formatDay('2026-06-28')).toBe('Jun\u00a028,\u00a02026')
  expect(formatShortDay('2026-06-28')).toBe('Jun\u00a028')
})

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])(
  'a deadline is the same day in %s as anywhere, and its days are counted by the calendar there',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(formatTime('2026-06-28')).toBe('Jun 28, 2026')
    expect(formatShortDay('2026-06-28')).toBe('Jun\u00a028')
    expect(daysUntil('2026-06-28', new Date(2026, 5, 22, 23, 59))).toBe(6)
    expect(daysUntil('2026-06-28', new Date(2026, 5, 28, 0, 1))).toBe(0)
    expect(daysUntil('2026-06-28', new Date(2026, 5, 29, 0, 1))).toBe(-1)
    // Summer time begins or ends in between.
    expect(daysUntil('2026-12-01', new Date(2026, 2, 1, 0, 1))).toBe(275)
  },
)

/** A time on a given calendar day. */
const heldOn = (year: number, month: number, date: number, utc: string) =>
  Object.assign(new Date(utc), {
    getFullYear: () => year,
    getMonth: () => month - 1,
    getDate: () => date,
  })

test.each([
  ['an American evening', heldOn(2030, 1, 31, '2030-02-01T01:00:00Z'), '2030-02-01'],
  ['an American noon', heldOn(2030, 1, 31, '2030-01-31T20:00:00Z'), '2030-01-31'],
  ['a morning in Auckland', heldOn(2030, 2, 1, '2030-01-31T20:00:00Z'), '2030-02-01'],
])('the earliest deadline on %s has passed neither locally nor in UTC', (_, now, day) => {
  expect(earliestDeadline(now)).toBe(day)
})
