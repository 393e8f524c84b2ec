import { expect, test } from 'vitest'
import { queryText } from './client.ts'
import { storageKeyFor } from './stored-session.ts'

test('a query omits unset values and repeats lists', () => {
  expect(
    queryText({ q: 'mug & bowl', niche: undefined, platform: '', ids: ['a', 'b'], limit: 0 }),
  ).toBe('?q=mug+%26+bowl&ids=a&ids=b&limit=0')
})

test('an empty query adds nothing to the address', () => {
  expect(queryText(undefined)).toBe('')
  expect(queryText({ q: '' })).toBe('')
})

test('the session is stored under the auth library’s own key for the host', () => {
  expect(storageKeyFor('cartwright.example.com')).toBe('sb-cartwright-auth-token')
  expect(storageKeyFor('localhost')).toBe('sb-localhost-auth-token')
})
