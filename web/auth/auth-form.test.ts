import { expect, test } from 'vitest'
import { authMessages } from '#contract/auth.ts'
import { DEFAULT_ROLE } from '#contract/profiles.ts'
import { newPasswordRules, roleOptions, rules } from './auth-form.ts'

test('roles: Creator ("I make content") or Seller ("I need content"), creator by default', () => {
  expect(roleOptions.map(({ value, label, hint }) => [value, label, hint])).toEqual([
    ['creator', 'Creator', 'I make content'],
    ['seller', 'Seller', 'I need content'],
  ])
  expect(DEFAULT_ROLE).toBe('creator')
})

test('"Seller" is explained by "I sell: a shop or brand"', () => {
  expect(roleOptions.find(({ value }) => value === 'seller')?.more).toBe('I sell: a shop or brand')
})

test('sign-up requires a name and an email that looks like one', () => {
  expect(rules.name.validate('  ')).toBe('Name is required')
  expect(rules.name.validate(' Zoë ')).toBe(true)
  expect(rules.email.required).toBe('Email is required')
  expect(
    ['maya', 'maya@', '@x.y', 'a b@c.d'].some((one) => rules.email.pattern.value.test(one)),
  ).toBe(false)
  expect(rules.email.pattern.value.test('maya@creators.example')).toBe(true)
})

test.each([
  [6, 'Password should be at least 6 characters.'],
  [12, 'Password should be at least 12 characters.'],
])('a new password of fewer than %s characters is refused before it is sent', (min, message) => {
  expect(newPasswordRules({ min, sets: [] })).toMatchObject({
    required: 'Password is required',
    minLength: { value: min, message },
  })
})

test('a new password needs a character of each set, in the sentence of the service', () => {
  const { validate } = newPasswordRules({ min: 6, sets: ['abc', '012'] })
  expect(validate('plain2')).toBe(true)
  expect(validate('plain')).toBe(authMessages.passwordCharacters(['abc', '012']))
  expect(newPasswordRules({ min: 6, sets: [] }).validate('plain')).toBe(true)
})

test('sign-in requires a password, of any length', () => {
  expect(rules.currentPassword).toEqual({ required: 'Password is required' })
})
