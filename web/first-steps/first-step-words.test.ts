import { expect, test } from 'vitest'
import { greeting } from './first-step-words.ts'

test('a first visit says "Welcome, Tess", and only a later one "Welcome back, Tess"', () => {
  expect(greeting('new', 'Tess')).toBe('Welcome, Tess')
  expect(greeting('first', 'Tess')).toBe('Welcome, Tess')
  expect(greeting('returning', 'Tess')).toBe('Welcome back, Tess')
})

test('the greeting works without a name, and is "Welcome back" while the visit is unknown', () => {
  expect(greeting('first', '')).toBe('Welcome')
  expect(greeting(undefined, 'Tess')).toBe('Welcome back, Tess')
})
