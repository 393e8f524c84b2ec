import { expect, test } from 'vitest'
import { urlOutcome } from './url-outcome.ts'

const at = (address: string) => new URL(address, 'http://app.invalid')

test('an ordinary address has no outcome', () => {
  expect(urlOutcome(at('/projects?q=mug#top'), false)).toBeNull()
})

test('a confirmed sign-up in the same browser is signed in and says so', () => {
  expect(urlOutcome(at('/?code=abc'), true)).toEqual({
    failure: null,
    news: { title: 'Email verified', detail: 'You are signed in.' },
    search: '',
  })
})

test('a sign-up confirmed in another browser asks to sign in', () => {
  expect(urlOutcome(at('/auth?confirmed=1'), false)?.news).toEqual({
    title: 'Email verified',
    detail: 'Please sign in to continue.',
  })
})

test('coming back from Google is no news, and its code leaves the address', () => {
  expect(urlOutcome(at('/projects?tab=all&code=abc'), true)).toEqual({
    failure: null,
    news: null,
    search: 'tab=all',
  })
})

test.each(['/?error=access_denied&error_description=Expired', '/#error_description=Expired'])(
  'a refused link says why, wherever it says it: %s',
  (address) => {
    expect(urlOutcome(at(address), false)).toEqual({ failure: 'Expired', news: null, search: '' })
  },
)
