import { describe, expect, it, test } from 'vitest'
import {
  type DealMoney,
  markText,
  mayReadOriginal,
  moneyState,
  ORIGINAL_ACCESS,
} from './originals.ts'
import { DISPUTE_OUTCOMES, PAYMENT_STATUSES, WAYS_OUT } from './payments.ts'

const money = (change: Partial<DealMoney> = {}): DealMoney => ({
  status: 'held_in_escrow',
  moving: null,
  came_back: null,
  amount: 10_000,
  decided_refund: null,
  dispute_outcome: null,
  ...change,
})

describe('the original of a delivery', () => {
  it('can be read by its creator and the arbiter in every state', () => {
    for (const readers of Object.values(ORIGINAL_ACCESS))
      expect(readers).toMatchObject({ creator: true, arbiter: true })
  })

  it.each<[string, DealMoney | null, boolean]>([
    ['nothing paid', null, false],
    ['an unpaid payment', money({ status: 'pending' }), false],
    ['a failed one', money({ status: 'failed' }), false],
    ['held money', money(), false],
    ['held money with a refund ordered', money({ moving: 'refund' }), false],
    ['held money with an agreed part on its way back', money({ moving: 'agreed_refund' }), false],
    ['held money with a release ordered', money({ moving: 'release' }), true],
    ['a decision for the creator alone', money({ decided_refund: 0 }), true],
    ['a decision that leaves the creator a cent', money({ decided_refund: 9_999 }), true],
    ['the same on its way', money({ decided_refund: 9_999, moving: 'part_refund' }), true],
    ['a decision for the brand alone', money({ decided_refund: 10_000 }), false],
    ['the same on its way', money({ decided_refund: 10_000, moving: 'refund' }), false],
    ['a transfer that bounced after the release', money({ came_back: 'transfer' }), true],
    ['a refund that the card did not take', money({ came_back: 'refund' }), false],
    ['released money', money({ status: 'released' }), true],
    [
      'released money that a bank asks about',
      money({ status: 'released', dispute_outcome: 'open' }),
      true,
    ],
    [
      'released money that a bank took',
      money({ status: 'released', dispute_outcome: 'lost' }),
      false,
    ],
    [
      'released money a bank gave back',
      money({ status: 'released', dispute_outcome: 'won' }),
      true,
    ],
    ['refunded money', money({ status: 'refunded' }), false],
    [
      'refunded money after a decision in parts',
      money({ status: 'refunded', decided_refund: 5_000 }),
      false,
    ],
    [
      'held money a bank took in part',
      money({ dispute_outcome: 'lost', decided_refund: 0 }),
      false,
    ],
  ])('has the expected access for the brand with %s', (_, state, open) => {
    expect(mayReadOriginal('brand', state)).toBe(open)
  })

  test('has an access rule for every possible money state, and no other rules', () => {
    const reached = new Set([moneyState(null)])
    for (const status of PAYMENT_STATUSES)
      for (const moving of [null, ...WAYS_OUT])
        for (const came_back of [null, 'refund', 'transfer'] as const)
          for (const decided_refund of [null, 0, 10_000])
            for (const dispute_outcome of [null, ...DISPUTE_OUTCOMES])
              reached.add(
                moneyState(money({ status, moving, came_back, decided_refund, dispute_outcome })),
              )
    expect([...reached].toSorted()).toEqual(Object.keys(ORIGINAL_ACCESS).toSorted())
  })
})

test('a preview mark names both sides in one visible line, with long names shortened', () => {
  const mark = {
    seller: 'Hearth & <Stone>',
    creator: 'Łucja 日本 😀',
    version: 3,
    code: 'AB12CD34',
  }
  expect(markText(mark)).toBe('PREVIEW · Hearth & <Stone> × Łucja 日本 😀 · V3 · AB12CD34')
  expect(markText({ ...mark, seller: 'a\uFFFFb', creator: '\uFFFE\u{1FFFE}c' })).toBe(
    'PREVIEW · a b × c · V3 · AB12CD34',
  )
  const odd = { ...mark, seller: 'a\u202Eb\nc\u200Bd', creator: '😀'.repeat(40) }
  expect(markText(odd)).toBe(`PREVIEW · a b c d × ${'😀'.repeat(23)}… · V3 · AB12CD34`)
})
