import { expect, test } from 'vitest'
import { priceSince } from './price-words.ts'

test('an application shows both the proposed and the current price where they differ', () => {
  expect(priceSince({ first_price: 300, proposed_price: 340 })).toBe(
    'Proposed $300.00, now $340.00',
  )
  expect(priceSince({ first_price: 300, proposed_price: 299.99 })).toBe(
    'Proposed $300.00, now $299.99',
  )
  expect(priceSince({ first_price: 300, proposed_price: 300 })).toBeNull()
})
