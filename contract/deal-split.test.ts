import { describe, expect, test } from 'vitest'
import { splitOfDeal } from './deal-split.ts'
import { type FeeTerms, splitPrice } from './money.ts'

const TERMS: FeeTerms[] = [
  { creator_bps: 8_500, minimum_fee_cents: 0 },
  { creator_bps: 8_333, minimum_fee_cents: 500 },
  { creator_bps: 10_000, minimum_fee_cents: 0 },
  { creator_bps: 5_000, minimum_fee_cents: 99_999_999 },
]
const PRICES = [100, 101, 119, 250, 50_003, 60_007, 25_264_513, 99_999_999]

describe.each(TERMS)('by $creator_bps and $minimum_fee_cents', (terms) => {
  test.each(PRICES)('%i cents: the shares add up, and equal what the payments send', (price) => {
    const whole = splitOfDeal(price, [price], false, terms)
    expect(whole).toEqual(splitPrice(price, terms))
    expect(splitOfDeal(price, [price], true, terms)).toEqual(whole)
    for (const extra of [100, 101, 33_333]) {
      const raised = splitOfDeal(price + extra, [price], true, terms)
      expect(raised.creatorCents + raised.feeCents).toBe(price + extra)
      const added = splitPrice(extra, { ...terms, minimum_fee_cents: 0 })
      expect(raised.creatorCents).toBe(whole.creatorCents + added.creatorCents)
      // Once the extra is held, the same price reads the same, and a lower one comes out of the first payment.
      expect(splitOfDeal(price + extra, [price, extra], true, terms)).toEqual(raised)
      const lower = splitOfDeal(price + extra - 1, [price, extra], true, terms)
      expect(lower.creatorCents).toBe(
        splitPrice(price - 1, terms).creatorCents + added.creatorCents,
      )
    }
  })
})

test('before anything is held, another price is split as a whole', () => {
  const terms = { creator_bps: 8_500, minimum_fee_cents: 300 }
  expect(splitOfDeal(50_003, [10_001], false, terms)).toEqual(splitPrice(50_003, terms))
})
