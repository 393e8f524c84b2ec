import { expect, test } from 'vitest'
import { schemas } from '#contract/schemas.ts'

/** What the generator has found, kept so that it stays mended. */

test('half a character is no part of a text: stored in JSON it would be an error of the database', () => {
  const body = { name: 'Ada \ud83dLace\ude80', rates: { 'Reel\ud83d 🚀': 5 } }
  expect(schemas['profiles.update'].body.parse(body)).toEqual({
    name: 'Ada Lace',
    rates: { 'Reel 🚀': 5 },
  })
})

test('what cannot be the name of anything is no filter: the database has no text with NUL in it', () => {
  const { query } = schemas['operator.activity']
  expect(query.parse({ subject_id: '\u0000' })).toEqual({})
  expect(query.parse({ subject_id: 'evt_1-a' })).toEqual({ subject_id: 'evt_1-a' })
})
