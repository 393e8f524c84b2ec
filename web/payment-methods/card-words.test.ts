import { expect, it } from 'vitest'
import { cardExpiry, cardName } from './card-words.ts'

it('names a card by its capitalised brand and its last four digits', () => {
  expect(cardName({ card_brand: 'visa', card_last4: '4242' })).toBe('Visa ending 4242')
  expect(cardName({ card_brand: 'elo', card_last4: '0071' })).toBe('Elo ending 0071')
  expect(cardName({ card_brand: '', card_last4: '0071' })).toBe('Card ending 0071')
})

it('writes the expiry month with two digits', () => {
  expect(cardExpiry({ card_exp_month: 8, card_exp_year: 2028 })).toBe('Expires 08/2028')
})
