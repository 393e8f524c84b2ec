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

test('a sign-up confirmed in another browser asks to sign in, on the screen itself', () => {
  expect(urlOutcome(at('/auth?confirmed=1'), false)).toEqual({
    failure: null,
    news: null,
    notice: 'confirmed',
    search: '',
  })
})

test('whoever is signed in there is told so', () => {
  expect(urlOutcome(at('/auth?confirmed=1'), true)?.news?.title).toBe('Email verified')
})

const EXPIRED = '#error=access_denied&error_code=otp_expired&error_description=Too+old&sb='

test('an expired confirmation leads to where a new one is had; who is signed in only hears of it', () => {
  expect(urlOutcome(at(`/${EXPIRED}`), false)).toMatchObject({ failure: null, notice: 'expired' })
  expect(urlOutcome(at(`/${EXPIRED}`), true)).toMatchObject({ failure: 'Too old' })
})

test('the new-password screen says itself that a recovery link is no good', () => {
  const outcome = urlOutcome(at(`/auth/new-password${EXPIRED}`), false)
  expect(outcome).toEqual({ failure: null, news: null, search: '' })
})

test('an e-mail change says which half is done, and when it is', () => {
  expect(urlOutcome(at('/profile?email_changed=1#message=One+more&sb='), true)).toEqual({
    failure: null,
    news: null,
    halfway: 'One more',
    search: '',
  })
  expect(urlOutcome(at('/profile?email_changed=1&code=abc'), false)?.news).toEqual({
    title: 'Email changed',
    detail: 'Please sign in with the new address.',
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
