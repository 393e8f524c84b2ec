import { expect, test } from 'vitest'
import { EVENT_MOVES } from './events.ts'
import { noticeMoney } from './key-of-notice.ts'
import { PAYMENT_STATUSES } from './payments.ts'

test('a notice reports the state its payment was in, or "refunded" if the money went straight back', () => {
  for (const move of EVENT_MOVES.payment)
    for (const status of PAYMENT_STATUSES)
      expect(noticeMoney(`payment.${move}`, { payment_status: status })).toBe(
        move.startsWith('return_') ? 'refunded' : status,
      )
  expect(noticeMoney('payment.return_cancelled', { payment_status: 'failed' })).toBe('refunded')
})

test('a notice without a payment, or with an unknown payment state, has no payment state', () => {
  expect(noticeMoney('project.cancel', { payment_status: null })).toBeNull()
  expect(noticeMoney('payment.release', { payment_status: 'a state of later' })).toBeNull()
})
