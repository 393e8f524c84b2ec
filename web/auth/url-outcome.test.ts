import { expect, test } from 'vitest'
import { urlOutcome } from './url-outcome.ts'

const at = (address: string) => new URL(address, 'http://app.invalid')

test('an ordinary URL has no outcome to report', () => {
  expect(urlOutcome(at('/projects?q=mug#top'), false)).toBeNull()
})

test('a sign-up confirmed in the same browser is reported: "Email verified", "You are signed in."', () => {
  expect(urlOutcome(at('/?code=abc'), true)).toEqual({
    failure: null,
    news: { title: 'Email verified', detail: 'You are signed in.' },
    search: '',
  })
})

test('a confirmed sign-up leads to the dashboard only from the home page, signed in, on a first visit', () => {
  expect(urlOutcome(at('/?code=abc'), true, true)?.onward).toBe('/dashboard')
  expect(urlOutcome(at('/?code=abc'), true, false)).not.toHaveProperty('onward')
  expect(urlOutcome(at('/?code=abc'), false, true)).not.toHaveProperty('onward')
  expect(urlOutcome(at('/projects?code=abc'), true, true)).not.toHaveProperty('onward')
  expect(urlOutcome(at('/'), true, true)).toBeNull()
})

test('a sign-up confirmed in another browser gets a notice on the sign-in screen, not a toast', () => {
  expect(urlOutcome(at('/auth?confirmed=1'), false)).toEqual({
    failure: null,
    news: null,
    notice: 'confirmed',
    search: '',
  })
})

test('a sign-up confirmed elsewhere is reported to a signed-in person as "Email verified"', () => {
  expect(urlOutcome(at('/auth?confirmed=1'), true)?.news).toEqual({
    title: 'Email verified',
    detail: 'You are signed in.',
  })
})

const EXPIRED = '#error=access_denied&error_code=otp_expired&error_description=Too+old&sb='

test('an expired confirmation link gets a notice when signed out, and only its error when signed in', () => {
  expect(urlOutcome(at(`/${EXPIRED}`), false)).toMatchObject({ failure: null, notice: 'expired' })
  expect(urlOutcome(at(`/${EXPIRED}`), true)).toMatchObject({ failure: 'Too old' })
})

test('an invalid recovery link is not reported, since the new-password screen says so itself', () => {
  const outcome = urlOutcome(at(`/auth/new-password${EXPIRED}`), false)
  expect(outcome).toEqual({ failure: null, news: null, search: '' })
})

test('an email change is reported when half of it is done and when it is complete', () => {
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
  expect(urlOutcome(at('/profile?email_changed=1&code=abc'), true)?.news).toEqual({
    title: 'Email changed',
    detail: 'You sign in with the new address from now on.',
  })
})

test('a return from Google reports nothing, and its code is removed from the URL', () => {
  expect(urlOutcome(at('/projects?tab=all&code=abc'), true)).toEqual({
    failure: null,
    news: null,
    search: 'tab=all',
  })
})

test.each(['/?error=access_denied&error_description=Expired', '/#error_description=Expired'])(
  'a refused link is reported with its reason, from the query or the fragment: %s',
  (address) => {
    expect(urlOutcome(at(address), false)).toEqual({ failure: 'Expired', news: null, search: '' })
  },
)
