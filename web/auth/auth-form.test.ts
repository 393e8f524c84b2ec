import { expect, test } from 'vitest'
import { DEFAULT_ROLE } from '#contract/profiles.ts'
import { MIN_PASSWORD, roleOptions, rules } from './auth-form.ts'

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

test('sign-up requires a name, an email that looks like one, and a password of 6 characters', () => {
  expect(rules.name.validate('  ')).toBe('Name is required')
  expect(rules.name.validate(' Zoë ')).toBe(true)
  expect(rules.email.required).toBe('Email is required')
  expect(
    ['maya', 'maya@', '@x.y', 'a b@c.d'].some((one) => rules.email.pattern.value.test(one)),
  ).toBe(false)
  expect(rules.email.pattern.value.test('maya@creators.example')).toBe(true)
  expect(MIN_PASSWORD).toBe(6)
  expect(rules.newPassword).toMatchObject({
    required: 'Password is required',
    minLength: { value: 6 },
  })
})

test('sign-in requires a password, of any length', () => {
  expect(rules.currentPassword).toEqual({ required: 'Password is required' })
})
