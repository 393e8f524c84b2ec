import { expect, test } from 'vitest'
import { sessionAtHand } from './stored-session.ts'

const now = new Date('2026-06-01T12:00:00Z')
const plain = { search: '', hash: '' }
const session = (secondsLeft: number) => ({
  access_token: 'header.claims.signature',
  refresh_token: 'refresh',
  expires_at: now.getTime() / 1000 + secondsLeft,
  user: { id: 'maya', user_metadata: {} },
})
const stored = (secondsLeft: number) => JSON.stringify(session(secondsLeft))

test('a stored session that is not about to expire, or the lack of one, is read without the auth library', () => {
  expect(sessionAtHand(stored(3_600), plain, now)).toEqual(session(3_600))
  expect(sessionAtHand(null, plain, now)).toBeNull()
})

test('a session that is about to expire, or has expired, is left to the library to refresh', () => {
  expect(sessionAtHand(stored(90), plain, now)).toBeUndefined()
  expect(sessionAtHand(stored(-1), plain, now)).toBeUndefined()
})

test.each(['?code=abc', '?error_description=gone', '#access_token=abc&type=recovery', '#error=x'])(
  'a URL that carries data for the auth library is left to it: %s',
  (text) => {
    const address = text.startsWith('?') ? { search: text, hash: '' } : { search: '', hash: text }
    expect(sessionAtHand(stored(3_600), address, now)).toBeUndefined()
    expect(sessionAtHand(null, address, now)).toBeUndefined()
  },
)

test('a search for "code" is not mistaken for auth data', () => {
  expect(sessionAtHand(null, { search: '?q=code', hash: '' }, now)).toBeNull()
})

test('a stored session that cannot be parsed is left to the library', () => {
  expect(sessionAtHand('{broken', plain, now)).toBeUndefined()
  expect(sessionAtHand('{"access_token":1}', plain, now)).toBeUndefined()
})
