import { expect, test } from 'vitest'
import { type ListedNote, momentText, placeText, sendingText } from './review-note-words.ts'

test.each([
  [0, '0:00'],
  [7_999, '0:07'],
  [60_000, '1:00'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
])('%s ms are %s', (ms, text) => {
  expect(momentText(ms)).toBe(text)
})

const note = (over: Partial<ListedNote>): ListedNote => ({
  kind: 'must',
  body: 'Brighter.',
  named_file: null,
  number: 1,
  at_ms: null,
  until_ms: null,
  page: null,
  ...over,
})

test.each([
  [{ at_ms: 7_000, until_ms: 9_000 }, '0:07–0:09'],
  // A range within one second is shown as that second.
  [{ at_ms: 7_000, until_ms: 7_500 }, '0:07'],
  [{ page: 3 }, 'Page 3'],
  [{}, ''],
])('%j points at “%s”', (over, text) => {
  expect(placeText(note(over))).toBe(text)
})

test('sent notes are listed by kind, with their numbers', () => {
  const told = sendingText(
    null,
    [note({ number: 4, kind: 'praise', body: 'Lovely light.' }), note({ number: 5 })],
    [note({ number: 2, at_ms: 1_000 })],
  )
  expect(told).toBe(
    '1 change is still open:\n2. 0:01 — Brighter.\n\n1 change:\n5. Brighter.\n\nWhat works:\n4. Lovely light.',
  )
})

test('notes that do not fit are counted, and none is cut in half', () => {
  const notes = Array.from({ length: 200 }, (_, at) =>
    note({ number: at + 1, body: 'x'.repeat(at % 90) }),
  )
  for (const most of [60, 61, 100, 999, 4_000]) {
    const told = sendingText('Hello', notes, [], most)
    expect(told.length).toBeLessThanOrEqual(most)
    const listed = told.split('\n').filter((line) => /^\d+\. /.test(line)).length
    const left = 200 - listed
    expect(told).toContain(listed === 0 ? `${left} notes in the` : `… and ${left} more in the`)
  }
})

test.each([3_900, 3_972, 3_973, 3_974, 3_998, 3_999, 4_000])(
  'a text of %i characters beside a note is kept whole, within 4,000 characters',
  (length) => {
    const words = 'x'.repeat(length)
    const told = sendingText(words, [note({ body: 'Cut off.' })])
    expect(told.startsWith(words)).toBe(true)
    expect(told.length).toBeLessThanOrEqual(4_000)
  },
)
