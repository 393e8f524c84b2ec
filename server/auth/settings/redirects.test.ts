import { expect, test } from 'vitest'
import { HOSTILE_REDIRECTS } from '#tests/support/hostile-redirects.ts'
import { isAllowedRedirect, redirectTarget, withFragment, withQuery } from './redirects.ts'

const rules = {
  siteUrl: 'https://cartwright.example',
  redirectAllowList: ['https://*.preview.example/back'],
}
const local = { siteUrl: 'http://localhost:3000', redirectAllowList: [] }

test.each([
  'https://cartwright.example',
  'https://cartwright.example/',
  'https://cartwright.example:443/auth?next=1#x',
  'HTTPS://CARTWRIGHT.example/auth',
  'https://one.preview.example/back',
])('%s is allowed', (url) => {
  expect(isAllowedRedirect(rules, url)).toBe(true)
})

test.each(['http://localhost:3000/', 'http://localhost:5173/auth'])(
  '%s is allowed where the site itself is local',
  (url) => {
    expect(isAllowedRedirect(local, url)).toBe(true)
  },
)

test.each(HOSTILE_REDIRECTS)('%j is refused', (url) => {
  expect(isAllowedRedirect(rules, url)).toBe(false)
})

test.each([
  'http://127.0.0.1:3000/',
  'http://2130706433:3000/',
  'http://0x7f.1:3000/',
  'http://[::1]:3000/',
  'https://localhost:3000/',
  'http://localhost.evil.example:3000/',
  'http://user@localhost:3000/',
  'http://evil.example:3000/',
])('%j is refused where the site is localhost', (url) => {
  expect(isAllowedRedirect(local, url)).toBe(false)
})

test('a loopback address in another numeric notation is refused even if the site is 127.0.0.1', () => {
  const numbers = { siteUrl: 'http://127.0.0.1:3000', redirectAllowList: [] }
  expect(isAllowedRedirect(numbers, 'http://127.0.0.1:4000/')).toBe(true)
  for (const url of [
    'http://2130706433:3000/',
    'http://0x7f000001:3000/',
    'http://127.1:3000/',
    'http://017700000001:3000/',
  ]) {
    expect(isAllowedRedirect(numbers, url)).toBe(false)
  }
})

test('the first allowed candidate wins, otherwise the site', () => {
  expect(
    redirectTarget(rules, [
      undefined,
      ['https://cartwright.example/a'],
      'https://evil.example',
      'https://cartwright.example/b',
    ]),
  ).toBe('https://cartwright.example/b')
  expect(redirectTarget(rules, ['https://evil.example', 7, null])).toBe(
    'https://cartwright.example/',
  )
})

test('query values are added without losing existing ones, and a fragment is replaced', () => {
  expect(withQuery('https://cartwright.example/?next=1#top', { code: 'a b' })).toBe(
    'https://cartwright.example/?next=1&code=a+b#top',
  )
  expect(withFragment('https://cartwright.example/?next=1#top', { sb: '' })).toBe(
    'https://cartwright.example/?next=1#sb=',
  )
})
