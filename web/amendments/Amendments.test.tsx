import { expect, test } from 'vitest'
import { AMENDMENT_LIMITS, type AmendmentSide } from '#contract/amendments.ts'
import { wordsWithChanges } from '#web/testing/deal-changes.tsx'
import { Amendments } from './Amendments.tsx'

/** The card of the brand, after proposals of this side that were declined. */
const cardAfter = (by: AmendmentSide, count: number, closed: string | null = null) =>
  wordsWithChanges(
    <Amendments projectId="p" reader="seller" otherName="Maya Okafor" place="rail" />,
    {
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
    },
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

/** The open change that one side proposed, as the brand reads it, with $300 held. */
const openChange = (by: AmendmentSide, closed: string | null) =>
  wordsWithChanges(
    <Amendments projectId="p" reader="seller" otherName="Maya Okafor" place="main" />,
    {
      closed,
      price_fixed: null,
      held: 300,
      terms: { price: 300, parts: [300], fee_terms: { creator_bps: 8500, minimum_fee_cents: 0 } },
      amendments: [
        {
          id: 'a',
          by,
          price: 200,
          rounds: null,
          deliver_by: null,
          brief: null,
          expires_at: '2031-01-02T00:00:00Z',
          status: 'proposed',
        },
      ],
    },
  )

test('once the other side is gone, an open change is not accepted: it says so, and is declined or withdrawn', () => {
  for (const [by, act, wait] of [
    ['creator', 'Decline', 'counts until you accept'],
    ['seller', 'Withdraw', 'counts until Maya Okafor accepts'],
  ] as const) {
    expect(openChange(by, null)).toContain(wait)
    const gone = openChange(by, 'amendment.other_side_gone')
    expect(gone).toContain('Maya Okafor can no longer agree on a change here.')
    expect(gone).toContain(act)
    expect(gone).not.toContain('Accept the Change')
    expect(gone).not.toContain(wait)
    // Nothing will happen to the held money.
    expect(gone).not.toContain('back on your card')
  }
  expect(openChange('creator', null)).toContain('Accept the Change')
  expect(openChange('creator', null)).toContain('You get $100.00 back on your card.')
})

test('a deal that is over has no card without changes, and says nothing about the other side', () => {
  expect(cardAfter('seller', 0, 'amendment.deal_over')).toBe('')
  expect(cardAfter('seller', 1, 'amendment.deal_over')).not.toContain('can no longer agree')
})
