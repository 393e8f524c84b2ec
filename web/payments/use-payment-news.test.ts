import { expect, it } from 'vitest'
import type { Payment } from '#contract/payment-schemas.ts'
import { newsOf } from './use-payment-news.ts'

const held = {
  status: 'held_in_escrow',
  moving: null,
  charging: false,
  decided: false,
  came_back: null,
} as Payment
const releasing: Payment = { ...held, moving: 'release' }

it('reports a completed release, once', () => {
  const released: Payment = { ...held, status: 'released' }
  expect(newsOf(releasing, released)).toBe('released')
  expect(newsOf(held, released)).toBe('released')
  expect(newsOf(released, released)).toBeNull()
})

it('reports a release that was requested but not carried out', () => {
  expect(newsOf(releasing, held)).toBe('kept')
  expect(newsOf(releasing, releasing)).toBeNull()
  expect(newsOf({ ...held, moving: 'refund' }, held)).toBeNull()
})

it('reports no failure when sent money came back, or when the release is retried automatically', () => {
  expect(newsOf(releasing, { ...held, came_back: 'transfer' })).toBeNull()
  expect(newsOf({ ...releasing, decided: true }, { ...held, decided: true })).toBeNull()
})

it('reports a saved card that is declined after the click was answered', () => {
  const charging: Payment = { ...held, status: 'pending', charging: true }
  expect(newsOf(charging, { ...held, status: 'failed' })).toBe('unpaid')
  expect(newsOf({ ...charging, charging: false }, { ...held, status: 'failed' })).toBeNull()
  expect(newsOf(charging, held)).toBeNull()
})
