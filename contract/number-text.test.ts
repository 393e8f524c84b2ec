import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, formatUsd } from './money.ts'
import { numberText } from './number-text.ts'

const SEED = 20

test('numbers are written as en-US writes them', () => {
  const one = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.double({ min: 0, max: 1e7, noNaN: true }),
      (whole, decimal) => {
        expect(numberText(whole)).toBe(whole.toLocaleString('en-US'))
        expect(numberText(decimal, 1)).toBe(one.format(decimal))
      },
    ),
    { seed: SEED },
  )
})

test('amounts are written as en-US writes US dollars, those below zero too', () => {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (cents) => {
      expect(formatCents(cents)).toBe(dollars.format(cents / 100))
      expect(formatUsd(cents / 100)).toBe(dollars.format(cents / 100))
    }),
    { seed: SEED },
  )
})
