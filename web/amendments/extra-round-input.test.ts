import { expect, test } from 'vitest'
import { AMENDMENT_LIMITS, amendmentErrors } from '#contract/amendments.ts'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { readExtraRound } from './extra-round-input.ts'

const DEAL = {
  terms: {
    price: 540.5,
    parts: [540.5],
    rounds: 2,
    deliver_by: '2026-06-28',
    brief: null,
    fee_terms: DEFAULT_FEE_TERMS,
  },
}
const USED = { agreed: 2, used: 2 }
const read = (price: string, typed = '', rounds = USED) =>
  readExtraRound({ price, typed }, rounds, DEAL)

test('proposes one round more than was agreed or used, and adds its price to the agreed price', () => {
  expect(read('40.25').input).toMatchObject({ rounds: 3, price: 580.75 })
  expect(read('40', '', { agreed: 2, used: 4 }).input).toMatchObject({ rounds: 5 })
})

test.each(['', ' ', '0', '0.00'])('proposes no price when the field contains %j', (price) => {
  expect(read(price).input).toMatchObject({ rounds: 3, price: null })
})

test('an invalid price, or one below $1, is reported and not sent', () => {
  for (const price of ['x', '0.99', '1.001', '-5'])
    expect(read(price)).toMatchObject({ input: null, error: expect.any(String) })
})

test('no round is proposed beyond the maximum', () => {
  const rounds = { agreed: AMENDMENT_LIMITS.rounds, used: AMENDMENT_LIMITS.rounds }
  expect(read('40', '', rounds).error).toBe(amendmentErrors['amendment.rounds_not_more'].message)
})

test('the typed text is sent as the reason, truncated to the maximum length', () => {
  expect(read('', ' The hook is too slow. ').input?.note).toBe('The hook is too slow.')
  const long = read('', 'x'.repeat(AMENDMENT_LIMITS.note + 1)).input?.note
  expect(long).toHaveLength(AMENDMENT_LIMITS.note)
  expect(long?.endsWith('…')).toBe(true)
})
