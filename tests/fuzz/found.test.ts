import { expect, test } from 'vitest'
import { schemas } from '#contract/schemas.ts'

/** What the generator has found, kept as regression tests. */

test('half a surrogate pair is removed from text: stored as JSON it would be a database error', () => {
  const body = { name: 'Ada \ud83dLace\ude80', rates: { 'Reel\ud83d 🚀': 5 } }
  expect(schemas['profiles.update'].body.parse(body)).toEqual({
    name: 'Ada Lace',
    rates: { 'Reel 🚀': 5 },
  })
})

test('a filter id with a NUL character is ignored: the database cannot store one in text', () => {
  const { query } = schemas['operator.activity']
  expect(query.parse({ subject_id: '\u0000' })).toEqual({})
  expect(query.parse({ subject_id: 'evt_1-a' })).toEqual({ subject_id: 'evt_1-a' })
})
