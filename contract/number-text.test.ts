import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, formatUsd } from './money.ts'
import { numberText } from './number-text.ts'

const SEED = 20

test('whole numbers follow en-US', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (whole) => {
      expect(numberText(whole)).toBe(whole.toLocaleString('en-US'))
    }),
    { seed: SEED },
  )
})

test('amounts follow en-US, negative ones with a true minus', () => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  const dollars = (usd: number) => format.format(usd).replace('-', '−')
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (cents) => {
      expect(formatCents(cents)).toBe(dollars(cents / 100))
      expect(formatUsd(cents / 100)).toBe(dollars(cents / 100))
    }),
    { seed: SEED },
  )
})
