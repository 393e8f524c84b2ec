import { expect, test } from 'vitest'
import { waitsToBeSaved } from './note-saving.ts'

const writing = { holds: false, note: null, typed: 'It is cut off.', refused: null }

test('a note is saved only beside the answer no, and only if it is neither blank nor already stored', () => {
  expect(waitsToBeSaved(writing)).toBe(true)
  expect(waitsToBeSaved({ ...writing, holds: true })).toBe(false)
  expect(waitsToBeSaved({ ...writing, typed: null })).toBe(false)
  expect(waitsToBeSaved({ ...writing, typed: '  ' })).toBe(false)
  expect(waitsToBeSaved({ ...writing, note: 'It is cut off.' })).toBe(false)
})

test('a refused note is not sent again until its text changes', () => {
  const refused = { words: 'It is cut off.' }
  expect(waitsToBeSaved({ ...writing, refused })).toBe(false)
  expect(waitsToBeSaved({ ...writing, typed: 'It is cut off. ', refused })).toBe(false)
  expect(waitsToBeSaved({ ...writing, typed: 'It is cut off below.', refused })).toBe(true)
  expect(waitsToBeSaved({ ...writing, note: 'Old.', typed: '', refused: { words: null } })).toBe(
    false,
  )
})
