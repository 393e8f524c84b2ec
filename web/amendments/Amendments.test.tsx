import { expect, test } from 'vitest'
import type { DealAmendments } from '#contract/amendment-schemas.ts'
import { AMENDMENT_LIMITS, type AmendmentSide } from '#contract/amendments.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { Amendments } from './Amendments.tsx'

/** The card of the brand, after proposals of this side that were declined. */
const cardAfter = (by: AmendmentSide, count: number, closed: string | null = null) =>
  wordsOf(
    <Amendments projectId="p" reader="seller" otherName="Maya Okafor" place="rail" />,
    (cache) =>
      cache.setQueryData(apiQuery('amendments.list', { params: { id: 'p' } }).queryKey, {
        closed,
        price_fixed: null,
        held: null,
        amendments: Array.from({ length: count }, (_, n) => ({
          id: `${n}`,
          by,
          price: 500,
          rounds: null,
          against_rounds: null,
          deliver_by: null,
          changes_brief: false,
          status: 'declined',
          answered_at: '2031-01-02T00:00:00Z',
        })),
      } as unknown as DealAmendments),
  )
const MOST = AMENDMENT_LIMITS.mostOfSide

test('a side that has made its last proposal reads why it can make no more, and has no button for it', () => {
  const card = cardAfter('seller', MOST)
  expect(card).not.toContain('Propose a Change')
  expect(card).toContain(
    'You have proposed 10 changes, which is the most. Maya Okafor can still propose one.',
  )
})

test('the proposals of the other side take none of one’s own', () => {
  for (const card of [cardAfter('seller', MOST - 1), cardAfter('creator', MOST)])
    expect(card).toContain('Propose a Change')
})

test('once the other side is gone, the card says so and has no button, also before any proposal', () => {
  for (const count of [0, 1, MOST]) {
    const card = cardAfter('seller', count, 'amendment.other_side_gone')
    expect(card).not.toContain('Propose a Change')
    expect(card).not.toContain('can still propose one')
    expect(card).toContain('Maya Okafor can no longer agree on a change here.')
  }
})

test('a deal that is over has no card without changes, and says nothing about the other side', () => {
  expect(cardAfter('seller', 0, 'amendment.deal_over')).toBe('')
  expect(cardAfter('seller', 1, 'amendment.deal_over')).not.toContain('can no longer agree')
})
