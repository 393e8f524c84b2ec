import { expect, test } from 'vitest'
import { withWholeDays } from './whole-days.ts'

test('a date in a notice never breaks across lines', () => {
  expect(withWholeDays('Answer by Dec 9, 2026, or on Dec 9.')).toBe(
    'Answer by Dec\u00a09,\u00a02026, or on Dec\u00a09.',
  )
  expect(withWholeDays('Decor 9 is not a day, nor is May Lee.')).toBe(
    'Decor 9 is not a day, nor is May Lee.',
  )
})
