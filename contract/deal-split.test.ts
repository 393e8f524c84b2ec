import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnedOfEach, splitOfDeal, splitOfDecision, sumOf } from './deal-split.ts'
import { type FeeTerms, splitPrice } from './money.ts'

const TERMS: FeeTerms[] = [
  { creator_bps: 8_500, minimum_fee_cents: 0 },
  { creator_bps: 8_333, minimum_fee_cents: 500 },
  { creator_bps: 10_000, minimum_fee_cents: 0 },
  { creator_bps: 5_000, minimum_fee_cents: 99_999_999 },
]
const PRICES = [100, 101, 119, 250, 50_003, 60_007, 25_264_513, 99_999_999]

describe.each(TERMS)(
  'a split with $creator_bps bps for the creator and a minimum fee of $minimum_fee_cents cents',
  (terms) => {
    test.each(PRICES)(
      '%i cents: the shares add up, and equal those of the separate payments',
      (price) => {
        const whole = splitOfDeal(price, [price], false, terms)
        expect(whole).toEqual(splitPrice(price, terms))
        expect(splitOfDeal(price, [price], true, terms)).toEqual(whole)
        for (const extra of [100, 101, 33_333]) {
          const raised = splitOfDeal(price + extra, [price], true, terms)
          expect(raised.creatorCents + raised.feeCents).toBe(price + extra)
          const added = splitPrice(extra, { ...terms, minimum_fee_cents: 0 })
          expect(raised.creatorCents).toBe(whole.creatorCents + added.creatorCents)
          // Once the extra is held, the same price splits the same way, and a lower one comes out of the first payment.
          expect(splitOfDeal(price + extra, [price, extra], true, terms)).toEqual(raised)
          const lower = splitOfDeal(price + extra - 1, [price, extra], true, terms)
          expect(lower.creatorCents).toBe(
            splitPrice(price - 1, terms).creatorCents + added.creatorCents,
          )
        }
      },
    )
  },
)

test('before anything is held, another price is split as a whole', () => {
  const terms = { creator_bps: 8_500, minimum_fee_cents: 300 }
  expect(splitOfDeal(50_003, [10_001], false, terms)).toEqual(splitPrice(50_003, terms))
})

const cents = fc.integer({ min: 1, max: 99_999_999 })

test('a refund across several payments adds up, takes the last first and divides at most one', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 6 }), fc.nat(), (parts, wanted) => {
      const returned = wanted % (sumOf(parts) + 1)
      const each = returnedOfEach(parts, returned)
      expect(sumOf(each)).toBe(returned)
      expect(each.every((back, place) => back >= 0 && back <= (parts[place] ?? 0))).toBe(true)
      const divided = each.filter((back, place) => back > 0 && back < (parts[place] ?? 0))
      expect(divided.length).toBeLessThanOrEqual(1)
      // Nothing of an earlier payment is returned while any of a later one remains.
      const later = each.slice(each.findIndex((back) => back > 0)).slice(1)
      expect(
        returned === 0 || sumOf(later) === sumOf(parts.slice(parts.length - later.length)),
      ).toBe(true)
    }),
  )
})

test('the rest after a decision is split per payment and adds up; without a refund it is the deal’s split', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.constantFrom(...TERMS),
      (parts, wanted, terms) => {
        const returned = wanted % (sumOf(parts) + 1)
        const { creatorCents, feeCents } = splitOfDecision(parts, returned, terms)
        expect(creatorCents + feeCents).toBe(sumOf(parts) - returned)
        expect(splitOfDecision(parts, 0, terms)).toEqual(
          splitOfDeal(sumOf(parts), parts, true, terms),
        )
        expect(splitOfDecision(parts, sumOf(parts), terms).creatorCents).toBe(0)
      },
    ),
  )
})
