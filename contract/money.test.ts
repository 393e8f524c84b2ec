import fc from 'fast-check'
import { expect, test } from 'vitest'
import { APPLICATION_LIMITS } from './applications.ts'
import { DEFAULT_FEE_TERMS, FEE_LIMITS, feeTerms } from './fees.ts'
import {
  centsFromUsd,
  type FeeTerms,
  formatCents,
  formatUsd,
  isUsdAmount,
  MAX_AMOUNT_CENTS,
  splitPrice,
  usdFromCents,
} from './money.ts'

const lowest = centsFromUsd(APPLICATION_LIMITS.minimumPriceUsd)
const { percent, minimumUsd } = FEE_LIMITS
/** Any configurable terms, with the bounds more often than the values between them. */
const anyTerms = fc.record({
  creator_bps: fc.oneof(
    fc.constantFrom(...[percent.min, percent.max].map((end) => feeTerms(end).creator_bps)),
    fc.integer({ min: feeTerms(percent.max).creator_bps, max: feeTerms(percent.min).creator_bps }),
  ),
  minimum_fee_cents: fc.oneof(
    fc.constantFrom(centsFromUsd(minimumUsd.min), 1, centsFromUsd(minimumUsd.max)),
    fc.integer({ min: 0, max: centsFromUsd(minimumUsd.max) }),
  ),
})
const anyPrice = fc.oneof(
  fc.constantFrom(1, 2, 3, lowest, MAX_AMOUNT_CENTS),
  fc.integer({ min: 1, max: 2_000 }),
  fc.integer({ min: lowest, max: MAX_AMOUNT_CENTS }),
)

test('at the default the creator’s share is 85 % rounded half up, whatever the price', () => {
  const wrong: number[] = []
  for (let cents = 0; cents <= 100_000; cents += 1) {
    const { creatorCents, feeCents } = splitPrice(cents, DEFAULT_FEE_TERMS)
    // Half up in integers: the share is the one whole number in (85 % − ½, 85 % + ½].
    const isHalfUp =
      creatorCents * 200 > cents * 170 - 100 && creatorCents * 200 <= cents * 170 + 100
    if (!isHalfUp || creatorCents + feeCents !== cents) wrong.push(cents)
  }
  expect(wrong).toEqual([])
})

test('a split follows its terms over the whole range of prices and terms, and adds up', () => {
  fc.assert(
    fc.property(anyPrice, anyTerms, (cents, terms) => {
      const { creatorCents, feeCents } = splitPrice(cents, terms)
      expect(creatorCents + feeCents).toBe(cents)
      // The creator gets something, and never less than half.
      expect(creatorCents * 2).toBeGreaterThanOrEqual(cents)
      const share = Number((BigInt(cents) * BigInt(terms.creator_bps) + 5_000n) / 10_000n)
      const fee = cents - share
      const minimum = terms.minimum_fee_cents
      const least = Math.min(minimum, Math.floor(cents / 2))
      expect(feeCents).toBe(fee >= minimum ? fee : least)
    }),
    {
      numRuns: 10_000,
      examples: [lowest, MAX_AMOUNT_CENTS].flatMap((cents) =>
        [percent.min, percent.max].map((end): [number, FeeTerms] => [cents, feeTerms(end)]),
      ),
    },
  )
})

test('a share never shrinks while the price grows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500_000 }), anyTerms, (cents, terms) => {
      const before = splitPrice(cents, terms)
      const after = splitPrice(cents + 1, terms)
      expect(after.creatorCents).toBeGreaterThanOrEqual(before.creatorCents)
    }),
    { numRuns: 5_000 },
  )
})

test('the half cent goes to the creator', () => {
  expect(splitPrice(110, DEFAULT_FEE_TERMS)).toEqual({ creatorCents: 94, feeCents: 16 })
  expect(splitPrice(54_000, DEFAULT_FEE_TERMS)).toEqual({ creatorCents: 45_900, feeCents: 8_100 })
  expect(splitPrice(101, feeTerms(50))).toEqual({ creatorCents: 51, feeCents: 50 })
  expect(splitPrice(1, feeTerms(50))).toEqual({ creatorCents: 1, feeCents: 0 })
  expect(splitPrice(1_000, feeTerms(12.25))).toEqual({ creatorCents: 878, feeCents: 122 })
})

test('the minimum fee is charged up to half of the price', () => {
  const terms = feeTerms(10, 200)
  expect(splitPrice(10_000, terms).feeCents).toBe(1_000)
  expect(splitPrice(2_000, terms).feeCents).toBe(200)
  expect(splitPrice(1_999, terms).feeCents).toBe(200)
  expect(splitPrice(400, terms).feeCents).toBe(200)
  expect(splitPrice(399, terms).feeCents).toBe(199)
  // The minimum exceeds the price.
  expect(splitPrice(100, terms)).toEqual({ creatorCents: 50, feeCents: 50 })
})

test('a split is refused for anything but whole, non-negative cents and terms in their range', () => {
  for (const value of [-1, 0.5, Number.NaN, Infinity, 2 ** 60])
    expect(() => splitPrice(value, DEFAULT_FEE_TERMS)).toThrow(RangeError)
  for (const terms of [feeTerms(50.01), feeTerms(-0.01), feeTerms(15, -1), feeTerms(15, 0.5)])
    expect(() => splitPrice(100, terms)).toThrow(RangeError)
})

test('cents survive the conversion to dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }), (cents) => {
      expect(centsFromUsd(usdFromCents(cents))).toBe(cents)
      expect(isUsdAmount(usdFromCents(cents))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a dollar amount with a third decimal, negative, infinite or of a million or more is refused', () => {
  for (const value of [0.001, 1.005, -0.01, Number.NaN, Infinity, 1_000_000, 999_999.995]) {
    expect(isUsdAmount(value)).toBe(false)
    expect(() => centsFromUsd(value)).toThrow(RangeError)
  }
})

test('amounts are shown in USD with two decimals', () => {
  expect(formatCents(123_450)).toBe('$1,234.50')
  expect(formatUsd(540.5)).toBe('$540.50')
})
