import { expect, test } from 'vitest'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { sharesOf } from './DecideDispute.tsx'

test('shares are calculated payment by payment: splitting the total would be a cent off', () => {
  const dispute = { parts: [100.03, 100.03], fee_terms: DEFAULT_FEE_TERMS }
  // 85 % of $100.03 is 85.0255, and 85 % of both together is 170.051: the shares add up to twice the first, not to the
  // share of the sum.
  expect(sharesOf(dispute, 0, 'Maya')).toBe('$170.06 goes to Maya, $30.00 is the platform fee.')
  // The last payment is refunded first.
  expect(sharesOf(dispute, 10_003, 'Maya')).toBe(
    '$100.03 goes back to the card, $85.03 goes to Maya, $15.00 is the platform fee.',
  )
  expect(sharesOf(dispute, 20_006, 'Maya')).toBe('$200.06 goes back to the card.')
})
