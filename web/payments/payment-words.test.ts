import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/payment-schemas.ts'
import { paymentEvents, shownAmount } from './payment-events.ts'
import { keyOf, sentenceOf, shortSentence } from './payment-words.ts'

const id = '00000000-0000-4000-8000-000000000000'
const held: Payment = {
  id,
  project_id: id,
  application_id: id,
  seller_id: id,
  creator_id: id,
  status: 'held_in_escrow',
  amount: 540,
  creator_amount: 459,
  fee_amount: 81,
  payment_method: 'Visa ending 4242',
  moving: null,
  charging: false,
  failure: null,
  disputed: false,
  dispute_outcome: null,
  funded_at: '2026-06-07T12:00:00Z',
  released_at: null,
  refunded_at: null,
  created_at: '2026-06-07T11:58:00Z',
}
const released: Payment = { ...held, status: 'released', released_at: '2026-06-20T12:00:00Z' }

describe('a payment in words', () => {
  it('says that nobody can use held money', () => {
    expect(sentenceOf(held, 'Maya')).toBe(
      'Held since Jun 7, 2026. Nobody can use this money until you release it.',
    )
    expect(shortSentence(held, 'owner', 'Maya')).toBe(
      'Held since Jun 7, 2026. Maya receives $459.00 when you release it.',
    )
    expect(shortSentence(held, 'creator', 'Maya')).toBe(
      'Held since Jun 7, 2026. You receive $459.00 when the seller releases it.',
    )
  })

  it('names the amount the creator got after release', () => {
    expect(sentenceOf(released, 'Maya')).toBe('Released Jun 20, 2026. Maya received $459.00.')
  })

  it('has a key only where money is or was in escrow', () => {
    expect([keyOf('none'), keyOf('pending'), keyOf('held_in_escrow'), keyOf('released')]).toEqual([
      'empty',
      'empty',
      'held',
      'released',
    ])
    expect([keyOf('failed'), keyOf('refunded')]).toEqual(['none', 'none'])
  })
})

describe('the history of a payment', () => {
  it('lists its states, newest first', () => {
    expect(paymentEvents(released).map((event) => event.status)).toEqual([
      'released',
      'held_in_escrow',
      'pending',
    ])
  })

  it('counts money as people do: what came into escrow is plus', () => {
    expect(shownAmount({ account: 'escrow', amount: -540 })).toBe(540)
    expect(shownAmount({ account: 'provider_clearing', amount: 540 })).toBe(540)
    expect(shownAmount({ account: 'creator_payable', amount: 459 })).toBe(-459)
  })
})
