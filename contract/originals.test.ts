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

  it.each<[string, boolean, DealMoney | null]>([
    ['nothing paid', false, null],
    ['an unpaid payment', false, money({ status: 'pending' })],
    ['a failed one', false, money({ status: 'failed' })],
    ['held money', false, money()],
    ['held money with a refund ordered', false, money({ moving: 'refund' })],
    ['held money with an agreed part on its way back', false, money({ moving: 'agreed_refund' })],
    ['held money with a release ordered', true, money({ moving: 'release' })],
    ['a decision for the creator alone', true, money({ decided_refund: 0 })],
    ['a decision that leaves the creator a cent', true, money({ decided_refund: 9_999 })],
    ['the same on its way', true, money({ decided_refund: 9_999, moving: 'part_refund' })],
    ['a decision for the brand alone', false, money({ decided_refund: 10_000 })],
    ['the same on its way', false, money({ decided_refund: 10_000, moving: 'refund' })],
    ['a transfer that bounced after the release', true, money({ came_back: 'transfer' })],
    ['a refund that the card did not take', false, money({ came_back: 'refund' })],
    ['released money', true, money({ status: 'released' })],
    [
      'released money that a bank asks about',
      true,
      money({ status: 'released', dispute_outcome: 'open' }),
    ],
    [
      'released money that a bank took',
      false,
      money({ status: 'released', dispute_outcome: 'lost' }),
    ],
    [
      'released money a bank gave back',
      true,
      money({ status: 'released', dispute_outcome: 'won' }),
    ],
    ['refunded money', false, money({ status: 'refunded' })],
    [
      'refunded money after a decision in parts',
      false,
      money({ status: 'refunded', decided_refund: 5_000 }),
    ],
    [
      'held money a bank took in part',
      false,
      money({ dispute_outcome: 'lost', decided_refund: 0 }),
    ],
  ])('is open to the brand with %s: %s', (_, open, state) => {
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
