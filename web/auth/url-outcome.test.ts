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

test('from a first visit the confirmed go on to their dashboard, from a later one they stay', () => {
  expect(urlOutcome(at('/?code=abc'), true, true)?.onward).toBe('/dashboard')
  expect(urlOutcome(at('/?code=abc'), true, false)).not.toHaveProperty('onward')
  expect(urlOutcome(at('/?code=abc'), false, true)).not.toHaveProperty('onward')
  expect(urlOutcome(at('/projects?code=abc'), true, true)).not.toHaveProperty('onward')
  expect(urlOutcome(at('/'), true, true)).toBeNull()
})

test('a sign-up confirmed in another browser asks to sign in, on the screen itself', () => {
  expect(urlOutcome(at('/auth?confirmed=1'), false)).toEqual({
    failure: null,
    news: null,
    notice: 'confirmed',
    search: '',
  })
})

test('a signed-in person reads that they are signed in', () => {
  expect(urlOutcome(at('/auth?confirmed=1'), true)?.news?.title).toBe('Email verified')
})

const EXPIRED = '#error=access_denied&error_code=otp_expired&error_description=Too+old&sb='

test('an expired confirmation leads to the page that sends a new one; a signed-in person only reads about it', () => {
  expect(urlOutcome(at(`/${EXPIRED}`), false)).toMatchObject({ failure: null, notice: 'expired' })
  expect(urlOutcome(at(`/${EXPIRED}`), true)).toMatchObject({ failure: 'Too old' })
})

test('the new-password screen itself says that a recovery link is invalid', () => {
  const outcome = urlOutcome(at(`/auth/new-password${EXPIRED}`), false)
  expect(outcome).toEqual({ failure: null, news: null, search: '' })
})

test('an email change says which half is done, and when it is complete', () => {
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

test('returning from Google is no news, and its code is removed from the address', () => {
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
