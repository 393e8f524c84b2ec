import { expect, test } from 'vitest'
import { strengthOf, type Strength } from './password-strength.ts'

const judged: readonly [string, Strength][] = [
  ['secret', 'weak'],
  ['password1234', 'weak'],
  ['P4ssword!', 'weak'],
  ['charlotte1987', 'weak'],
  ['Cartwright2026!', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['1234567890123456', 'weak'],
  ['correct horse', 'fair'],
  ['xk7qw2mz9', 'fair'],
  ['correcthorsebatterystaple', 'fair'],
  ['sturdy-oak-cart-42', 'strong'],
  ['correct horse battery staple', 'strong'],
  ['g7#Kq!v2@Zp9&x', 'strong'],
]

test.each(judged)('“%s” is %s', (password, strength) => {
  expect(strengthOf(password, 'Cartwright')).toBe(strength)
})

test('typing a passphrase further never makes it weaker, and ends at strong', () => {
  const order: readonly Strength[] = ['weak', 'fair', 'strong']
  const steps = Array.from('plum 84 canyon #7 drift', (_, end, all = 'plum 84 canyon #7 drift') =>
    order.indexOf(strengthOf(all.slice(0, end + 1), 'Cartwright')),
  )
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  expect(steps.at(-1)).toBe(2)
})
