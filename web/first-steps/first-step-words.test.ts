import { expect, test } from 'vitest'
import { greeting } from './first-step-words.ts'

test('a first visit says "Welcome, Tess", and only a later one "Welcome back, Tess"', () => {
  expect(greeting('new', 'Tess')).toBe('Welcome, Tess')
  expect(greeting('first', 'Tess')).toBe('Welcome, Tess')
  expect(greeting('returning', 'Tess')).toBe('Welcome back, Tess')
})

test('without a name it greets all the same, and without an answer as before', () => {
  expect(greeting('first', '')).toBe('Welcome')
  expect(greeting(undefined, 'Tess')).toBe('Welcome back, Tess')
})
