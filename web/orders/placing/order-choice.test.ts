import { expect, test } from 'vitest'
import { consentedCard, stillOffered, toldProblems } from './order-choice.ts'

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

test('a refusal is shown at what the brand typed, and a price is not', () => {
  expect(toldProblems({ 'links.1': 'No link.', price: 'The minimum is $200.00.' })).toEqual([
    { name: 'links', message: 'No link.' },
  ])
  expect(toldProblems({ price: 'The minimum is $200.00.' })).toEqual([])
})
