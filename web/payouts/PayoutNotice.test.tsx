import { expect, test } from 'vitest'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { PayoutNotice } from './PayoutNotice.tsx'

const account = (onboarding_complete: boolean, closed = false) => ({
  user_id: 'u',
  created_at: '2026-06-03T09:41:00Z',
  onboarding_complete,
  receives_from: null,
  closed,
  country: 'DE',
})

test('no payout account: "Stripe Setup Required" with "Connect Stripe Account"', () => {
  const words = wordsOf(<PayoutNotice account={null} />)
  expect(words).toContain(
    'Stripe Setup Required Please complete your Stripe Connect setup before applying Where you live',
  )
  expect(words).toMatch(/Connect Stripe Account$/)
})

test('onboarding incomplete: "Setup In Progress", "Continue Setup", refresh with its hint', () => {
  const words = wordsOf(<PayoutNotice account={account(false)} />)
  expect(words).toContain(
    'Setup In Progress Complete your Stripe onboarding Country: Germany Continue Setup',
  )
  expect(words).toContain("If you've completed setup, click refresh to update status")
  expect(drawn(<PayoutNotice account={account(false)} />)).toContain('aria-label="Refresh status"')
})

test('onboarding complete: "Stripe Account Connected" and "Ready to receive payments"', () => {
  expect(wordsOf(<PayoutNotice account={account(true)} />)).toBe(
    'Stripe Account Connected Ready to receive payments Country: Germany View payouts on Stripe',
  )
})

test('account closed: "Stripe Account Closed" with "Connect a New Account"', () => {
  const words = wordsOf(<PayoutNotice account={account(false, true)} />)
  expect(words).toContain('Stripe Account Closed Stripe closed this account')
  expect(words).toContain('Connect a New Account')
  expect(words).not.toContain('Continue Setup')
})

test('account that replaced another: the time before which nothing is sent to it', () => {
  const changed = { ...account(true), receives_from: '2026-06-03T09:41:00' }
  expect(wordsOf(<PayoutNotice account={changed} />)).toContain(
    'nothing is sent to it before Jun 3, 2026 9:41 AM',
  )
})
