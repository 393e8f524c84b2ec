import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const common = (password: string) => isCommonPassword(password, 'Cartwright')

test.each([
  'password',
  'Password1!',
  'p@ssw0rd',
  'letmein123',
  'iloveyou',
  'trustno1',
  'Liverpool2024',
  // An entry far down the list, unmodified.
  'dragon12',
  'chicago1',
  'cartwright',
  'Cartwright99',
  // Keyboard rows, dates, repetitions.
  'qwertyuiop',
  'poiuytrewq',
  'abcabcabc',
  '24121987',
])('%s is a common password', (password) => {
  expect(common(password)).toBe(true)
})

test.each([
  'correct horse',
  'sturdy-oak-cart-42',
  'three-spokes-and-a-hub',
  'Grüße aus Linz',
  '7418529630 and more',
  'cartwrightian wheels',
])('%s is not a common password', (password) => {
  expect(common(password)).toBe(false)
})
