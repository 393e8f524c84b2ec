import { afterEach, expect, test } from 'vitest'
import { minuteWords } from '#contract/notice.ts'
import { readClocksBy } from '#web/ui/dates.ts'
import { withOwnTimes } from './own-times.ts'

afterEach(() => readClocksBy((moment) => moment.getTimezoneOffset()))

const DAY_MS = 86_400_000

test.each([
  [0, 'Jun 28, 2026 2:05 PM'],
  [300, 'Jun 28, 2026 9:05 AM'],
  [-600, 'Jun 29, 2026 12:05 AM'],
  [720, 'Jun 28, 2026 2:05 AM'],
  [-345, 'Jun 28, 2026 7:50 PM'],
])(
  'a time in a notice is shown in its reader’s time zone, %d minutes behind UTC',
  (behind, read) => {
    readClocksBy(() => behind)
    const until = minuteWords('2026-06-28T14:05:00Z')
    expect(withOwnTimes(`It waits until ${until}. Then it lapses, at ${until}.`)).toBe(
      `It waits until ${read}. Then it lapses, at ${read}.`,
    )
  },
)

test('a time on any day of the year is converted from UTC', () => {
  readClocksBy(() => -90)
  for (let day = 0; day < 366; day++) {
    const at = new Date(Date.UTC(2028, 0, 1, day % 24, day % 60) + day * DAY_MS).toISOString()
    expect(withOwnTimes(`until ${minuteWords(at)}`), at).not.toContain('UTC')
  }
})

test('text that only looks like a time is left unchanged', () => {
  for (const title of ['Maymay 9, 2026, 10:00 UTC', 'Jun 28, 2026', 'Jun 41, 2026, 10:00 UTC'])
    expect(withOwnTimes(`“${title}” is open.`)).toBe(`“${title}” is open.`)
})
