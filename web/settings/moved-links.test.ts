import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { movedTo } from './moved-links.ts'

/** The addresses of the profile that were given to mails and providers before the settings had their own pages. */
test.each([
  ['#notifications', paths.mailSettings],
  ['?card=saved', paths.cardReturn('saved')],
  ['?card=cancelled', paths.cardReturn('cancelled')],
  ['?payout=returned', paths.payoutReturn('returned')],
  ['?payout=again', paths.payoutReturn('again')],
  ['?email_changed=1', paths.security],
  ['?email_changed=1#message=One+more', paths.security],
])('an old link to /profile%s redirects to the settings page that it meant', (end, section) => {
  expect(movedTo(new URL(`/profile${end}`, 'http://app.invalid'))).toBe(section)
})

test.each(['', '#payments', '?tab=payment'])(
  'any other link to the profile does not redirect: %s',
  (end) => {
    expect(movedTo(new URL(`/profile${end}`, 'http://app.invalid'))).toBeNull()
  },
)
