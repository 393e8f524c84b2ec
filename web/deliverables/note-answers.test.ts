import { expect, test } from 'vitest'
import { newAnswers } from '#contract/note-answer-schemas.ts'
import type { ReviewNote } from '#contract/review-note-schemas.ts'
import { NOTE_KINDS, NOTE_STATUSES } from '#contract/review-notes.ts'
import { askedNotes, isAnswered, readAnswers } from './note-answers.ts'

const one = '0197b4a2-0000-7000-8000-000000000001'
const two = '0197b4a2-0000-7000-8000-000000000002'
const notes = [{ id: one }, { id: two }]

test('the creator is asked only about open notes that demand a change', () => {
  const every = NOTE_KINDS.flatMap((kind) =>
    NOTE_STATUSES.map((status) => ({ id: `${kind} ${status}`, kind, status }) as ReviewNote),
  )
  expect(askedNotes(every).map(({ id }) => id)).toEqual(['must open'])
})

test.each([
  [{ done: null, text: 'Because.' }, false],
  [{ done: true, text: '' }, true],
  [{ done: false, text: ' \n' }, false],
  [{ done: false, text: 'The shop was closed.' }, true],
])('the draft %o is a complete answer: %s', (draft, answered) => {
  expect(isAnswered(draft)).toBe(answered)
})

test('nothing is sent while one answer is missing', () => {
  expect(readAnswers(notes, { [one]: { done: true, text: '' } })).toBeNull()
})

test('answers match the server’s schema, and answers to notes that no longer wait are left out', () => {
  const answers = readAnswers(notes, {
    [one]: { done: true, text: ' ' },
    [two]: { done: false, text: ' The shop was closed. ' },
    gone: { done: true, text: '' },
  })
  expect(answers).toEqual([
    { note_id: one, done: true, text: null },
    { note_id: two, done: false, text: 'The shop was closed.' },
  ])
  expect(newAnswers.parse(answers)).toEqual(answers)
  expect(readAnswers([], {})).toEqual([])
})
