import { describe, expect, test } from 'vitest'
import type { ReviewNote, ReviewVersion } from '#contract/review-note-schemas.ts'
import { listedNotes, nextOpen, openByFile, shownNotes } from './shown-notes.ts'

const version = (number: number, duration_ms: number | null) =>
  ({
    id: `v${number}`,
    version: number,
    files: [{ position: 1, item_id: null, media: duration_ms === null ? null : { duration_ms } }],
  }) as ReviewVersion

const note = (id: string, of: number, more: Partial<ReviewNote> = {}) =>
  ({
    id,
    deliverable_id: `v${of}`,
    version: of,
    file_position: 1,
    author: 'owner',
    kind: 'must',
    status: 'open',
    at_ms: 1_000,
    page: null,
    created_at: `2026-01-01T00:00:0${of}Z`,
    ...more,
  }) as ReviewNote

const ids = (notes: readonly { id: string }[]) => notes.map(({ id }) => id).join(' ')
const V1 = version(1, 10_000)
const V2 = version(2, 10_150)
const V3 = version(3, 8_000)

describe('a note of an earlier version', () => {
  const notes = [
    note('must', 1),
    note('answered', 1, { status: 'answered' }),
    note('resolved', 1, { status: 'resolved' }),
    note('wish', 1, { kind: 'wish' }),
    note('withdrawn', 2, { status: 'withdrawn' }),
    note('own', 2, { kind: 'praise' }),
  ]
  test('is carried over to the newest version until it is resolved, if it demands a change', () => {
    expect(ids(shownNotes(notes, V2, [V2, V1]))).toBe('must answered own')
    expect(ids(shownNotes(notes, V1, [V2, V1]))).toBe('must answered resolved wish')
  })

  test('is carried over as a draft too, since the earlier version takes no more notes', () => {
    const [draft] = shownNotes([note('draft', 1, { status: 'draft', kind: 'wish' })], V2, [V2, V1])
    expect(draft).toMatchObject({ id: 'draft', carried: true })
  })

  test('keeps its time, and is marked as moved when the lengths differ by more than 2 %', () => {
    const [same] = shownNotes([note('a', 1, { at_ms: 9_000 })], V2, [V2, V1])
    expect(same).toMatchObject({ carried: true, moved: false, shown_at: 9_000 })
    const [cut] = shownNotes([note('a', 1, { at_ms: 9_000 })], V3, [V3, V2, V1])
    expect(cut).toMatchObject({ moved: true, shown_at: 7_999 })
    const isMoved = (to: number) =>
      shownNotes([note('a', 1)], version(2, to), [version(2, to), V1]).map(({ moved }) => moved)
    expect([9_799, 9_800, 10_200, 10_201].map(isMoved)).toEqual([[true], [false], [false], [true]])
    const [whole] = shownNotes([note('a', 1, { at_ms: null })], V3, [V3, V2, V1])
    expect(whole).toMatchObject({ moved: false, shown_at: null })
    const [unknown] = shownNotes([note('a', 1)], version(2, null), [version(2, null), V1])
    expect(unknown).toMatchObject({ moved: false, shown_at: 1_000 })
  })
})

describe('a note on one of several files', () => {
  const files = (number: number, items: readonly (string | null)[]) =>
    ({
      ...version(number, null),
      files: items.map((item_id, at) => ({ position: at + 1, item_id, media: null })),
    }) as ReviewVersion
  const [first, second] = [files(1, ['hook', 'hook', 'reel']), files(2, ['reel', 'hook', 'hook'])]
  const on = (file_position: number) => note(`n${file_position}`, 1, { file_position })

  test('is shown at the same piece of the same item in the next version', () => {
    const shown = shownNotes([on(1), on(2), on(3)], second, [second, first])
    expect(shown.map(({ shown_file }) => shown_file)).toEqual([2, 3, 1])
    expect([...openByFile(shown)]).toEqual([
      [2, 1],
      [3, 1],
      [1, 1],
    ])
  })

  test('without an item is shown at the same position, or at the first file if that does not exist', () => {
    const plain = [files(1, [null, null, null]), files(2, [null, null])] as const
    const shown = shownNotes([on(2), on(3)], plain[1], [plain[1], plain[0]])
    expect(shown.map(({ shown_file }) => shown_file)).toEqual([2, 1])
  })
})

describe('the list of notes', () => {
  const notes = shownNotes(
    [
      note('late', 1, { at_ms: 5_000, created_at: '1' }),
      note('whole', 1, { at_ms: null, created_at: '3' }),
      note('done', 1, { at_ms: 2_000, status: 'resolved', created_at: '2' }),
      note('guest', 1, { at_ms: 100, author: 'guest', status: 'draft', created_at: '4' }),
    ],
    V1,
    [V1],
  )
  test('is filtered and sorted', () => {
    expect(ids(listedNotes(notes, 'all', 'time', 'owner'))).toBe('whole guest done late')
    expect(ids(listedNotes(notes, 'open', 'newest', 'owner'))).toBe('guest whole late')
    expect(ids(listedNotes(notes, 'mine', 'time', 'creator'))).toBe('')
    expect(ids(listedNotes(notes, 'mine', 'time', 'owner'))).toBe('whole guest done late')
  })

  test('steps through its open notes and wraps around at either end', () => {
    const listed = listedNotes(notes, 'all', 'time', 'owner')
    expect(nextOpen(listed, null, 1)?.id).toBe('whole')
    expect(nextOpen(listed, 'guest', 1)?.id).toBe('late')
    expect(nextOpen(listed, 'late', 1)?.id).toBe('whole')
    expect(nextOpen(listed, 'late', -1)?.id).toBe('guest')
    expect(nextOpen(listed, null, -1)?.id).toBe('late')
    expect(nextOpen([], null, 1)).toBe(null)
  })
})
