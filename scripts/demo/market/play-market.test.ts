import { expect, test } from 'vitest'
import { OFFER_LIMITS } from '#contract/offers.ts'
import { ORDER_HOURS } from '#contract/package-orders.ts'
import type { Act } from './acts.ts'
import type { MarketDeal } from './deal.ts'
import { DEALS } from './market.ts'
import { timesOf } from './play-market.ts'

const HOUR_MS = 3_600_000
const MIDNIGHT = Date.UTC(2031, 2, 3)
const EVERY_DEAL = DEALS.flatMap(({ deals }) => deals)

/**
 * Returns the hours between the last of one act of a deal and the first of another, at the time of day that leaves the
 * fewest.
 */
function fewestHours(deal: MarketDeal, from: Act, to: Act): number {
  const quarters = Array.from({ length: 96 }, (_, n) => new Date(MIDNIGHT + (n * HOUR_MS) / 4))
  const hours = quarters.map((today) => {
    const times = timesOf(deal, today)
    const began = times.findLast(({ act }) => act === from)
    const ended = times.find(({ act }) => act === to)
    return ((ended?.at.getTime() ?? NaN) - (began?.at.getTime() ?? NaN)) / HOUR_MS
  })
  return Math.min(...hours)
}

// Past acts are moved into the day, and recent ones are not: this can take up to 13 hours from the time between two of
// them.
test('whenever the demo is filled in, an offer expires only after its full term', () => {
  const expiring = EVERY_DEAL.filter(({ bargains }) => bargains?.at(-1)?.ends === 'expire')
  expect(expiring.length).toBeGreaterThan(0)
  for (const deal of expiring)
    expect(fewestHours(deal, 'bargain', 'offer_expires'), deal.title).toBeGreaterThanOrEqual(
      deal.bargains?.at(-1)?.hours ?? OFFER_LIMITS.hours.usual,
    )
})

test('whenever the demo is filled in, an order lapses only after the full time to answer it', () => {
  const lapsing = EVERY_DEAL.filter(({ order }) => order?.answer === 'lapse')
  expect(lapsing.length).toBeGreaterThan(0)
  for (const deal of lapsing)
    expect(fewestHours(deal, 'order', 'order_lapses'), deal.title).toBeGreaterThanOrEqual(
      ORDER_HOURS.answer,
    )
})

test('whenever the demo is filled in, the acts of a deal keep their order and lie in the past', () => {
  for (const hour of [0, 0.2, 4, 12, 20, 23.9]) {
    const today = new Date(MIDNIGHT + hour * HOUR_MS)
    for (const deal of EVERY_DEAL) {
      const at = timesOf(deal, today).map((one) => one.at.getTime())
      expect(at, deal.title).toEqual(at.toSorted((one, other) => one - other))
      expect(at.at(-1), deal.title).toBeLessThanOrEqual(today.getTime())
    }
  }
})
