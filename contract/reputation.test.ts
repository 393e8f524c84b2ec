import { describe, expect, test } from 'vitest'
import { closesAt, type DealEnd, meanScore, opensReviews } from './reputation.ts'

describe('the mean of scores', () => {
  test.each([
    [13, 3, 4.3],
    [14, 3, 4.7],
    [15, 3, 5],
    [3, 3, 1],
    // Exactly half way rounds up, regardless of binary fractions.
    [17, 4, 4.3],
    [87, 20, 4.4],
    [0, 0, null],
  ])('with a sum of %i over %i scores is %s', (sum, count, mean) => {
    expect(meanScore(sum, count)).toBe(mean)
  })
})

test.each([
  ['2031-03-03T00:00:00Z', '2031-03-17T00:00:00.000Z'],
  ['2031-03-03T23:59:59Z', '2031-03-17T00:00:00.000Z'],
  ['2032-02-20T12:00:00Z', '2032-03-05T00:00:00.000Z'],
])('the reviews of a deal that ended at %s are revealed at %s', (ended, closes) => {
  expect(closesAt(new Date(ended)).toISOString()).toBe(closes)
})

describe('whether reviews open', () => {
  const FUNDED = new Date('2031-03-03T10:00:00Z')
  const end = (changes: Partial<DealEnd>): DealEnd => ({
    move: 'release',
    fundedAt: FUNDED,
    endedAt: new Date('2031-03-09T10:00:00Z'),
    decided: false,
    ...changes,
  })
  const soon = new Date('2031-03-04T09:59:59Z')
  test.each<[string, boolean, Partial<DealEnd>]>([
    ['released', true, {}],
    ['released within a day', true, { endedAt: soon }],
    ['returned after a day', true, { move: 'refund', endedAt: new Date('2031-03-04T10:00:00Z') }],
    ['returned within a day', false, { move: 'refund', endedAt: soon }],
    ['returned within a day by decision', true, { move: 'refund', endedAt: soon, decided: true }],
    ['never funded', false, { fundedAt: null }],
    ['taken back by the bank', false, { move: 'charge_back' }],
  ])('%s: %s', (_, opens, changes) => {
    expect(opensReviews(end(changes))).toBe(opens)
  })
})
