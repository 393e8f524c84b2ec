import { expect, test } from 'vitest'
import { consentedCard, stillOffered } from './order-choice.ts'

test('a ticked add-on that the creator has removed is not ordered', () => {
  const offer = { add_ons: [{ id: 'raw' }, { id: 'rush' }] }
  expect(stillOffered(offer, ['rush', 'raw'])).toEqual(['rush', 'raw'])
  expect(stillOffered({ add_ons: [{ id: 'rush' }] }, ['rush', 'raw'])).toEqual(['rush'])
})

test('a card chosen for one total is not charged another', () => {
  expect(consentedCard({ card: 'visa', price: 220 }, 220)).toBe('visa')
  expect(consentedCard({ card: 'visa', price: 220 }, 240)).toBeNull()
  expect(consentedCard({ card: 'visa', price: 220 }, 180)).toBeNull()
  expect(consentedCard(null, 220)).toBeNull()
})
