import fc from 'fast-check'
import { expect, test } from 'vitest'
import { APPLICATION_LIMITS } from './applications.ts'
import {
  centsFromText,
  centsFromUsd,
  formatCents,
  formatUsd,
  isUsdAmount,
  MAX_AMOUNT_CENTS,
  splitPrice,
  usdFromCents,
} from './money.ts'

test('the creator’s share is 85 % rounded half up, and both parts always add up to the price', () => {
  const wrong: number[] = []
  for (let cents = 0; cents <= 100_000; cents += 1) {
    const { creatorCents, feeCents } = splitPrice(cents)
    // Half up in integers: the share is the one whole number in (85 % − ½, 85 % + ½].
    const isHalfUp =
      creatorCents * 200 > cents * 170 - 100 && creatorCents * 200 <= cents * 170 + 100
    if (!isHalfUp || creatorCents + feeCents !== cents) wrong.push(cents)
  }
  expect(wrong).toEqual([])
})

test('the split holds over the whole allowed range, both ends included', () => {
  const lowest = centsFromUsd(APPLICATION_LIMITS.minimumPriceUsd)
  fc.assert(
    fc.property(fc.integer({ min: lowest, max: MAX_AMOUNT_CENTS }), (cents) => {
      const { creatorCents, feeCents } = splitPrice(cents)
      expect(creatorCents + feeCents).toBe(cents)
      const exact = 85n * BigInt(cents)
      expect(BigInt(creatorCents)).toBe((exact + 50n) / 100n)
    }),
    { numRuns: 5_000, examples: [[lowest], [MAX_AMOUNT_CENTS]] },
  )
})

test('the half cent goes to the creator', () => {
  expect(splitPrice(110)).toEqual({ creatorCents: 94, feeCents: 16 })
  expect(splitPrice(54_000)).toEqual({ creatorCents: 45_900, feeCents: 8_100 })
})

test('a split is refused for anything but whole, non-negative cents', () => {
  for (const value of [-1, 0.5, Number.NaN, Infinity, 2 ** 60]) {
    expect(() => splitPrice(value)).toThrow(RangeError)
  }
})

test('cents survive the way over the wire and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }), (cents) => {
      expect(centsFromUsd(usdFromCents(cents))).toBe(cents)
      expect(isUsdAmount(usdFromCents(cents))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('the wire takes no third decimal, no negative, no infinity and nothing above a million', () => {
  for (const value of [0.001, 1.005, -0.01, Number.NaN, Infinity, 1_000_000, 999_999.995]) {
    expect(isUsdAmount(value)).toBe(false)
    expect(() => centsFromUsd(value)).toThrow(RangeError)
  }
})

test('what a person types becomes cents only once it is an amount', () => {
  expect(['540', '540.5', ' 540.50 ', '0.1', '.5', '.05'].map(centsFromText)).toEqual([
    54_000, 54_050, 54_050, 10, 50, 5,
  ])
  expect(
    ['', '5.', '.', '.005', '1e3', '-1', '1,000', '1.234', '9999999'].map(centsFromText),
  ).toEqual([null, 500, null, null, null, null, null, null, null])
})

test('amounts are shown in USD with two decimals', () => {
  expect(formatCents(123_450)).toBe('$1,234.50')
  expect(formatUsd(540.5)).toBe('$540.50')
})
