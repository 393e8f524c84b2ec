import { keyed } from '#tests/support/keyed.ts'
import { refundRequest, savedCardRequest } from './requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_KEYS } from '#sandbox/stripe/test-support.ts'
import { createStripeProvider } from './stripe-provider.ts'
import { type ProviderBench, startBench } from '#tests/support/stripe-provider.ts'

let bench: ProviderBench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.sandbox.close())

test('a card is saved on a setup page, listed, read and deleted', async () => {
  const customerId = await bench.newCustomer()
  const first = await bench.saveCard(customerId)
  const second = await bench.saveCard(customerId, '5555555555554444')
  expect(await bench.provider.retrieveCheckout(first.sessionId)).toMatchObject({
    mode: 'setup',
    status: 'complete',
    paymentStatus: 'not_due',
    customerId,
  })
  expect(first.card).toMatchObject({
    brand: 'visa',
    last4: '4242',
    fingerprint: 'sandboxvisa4242',
    expMonth: 12,
    expYear: 2034,
    customerId,
  })
  expect(await bench.provider.listCards(customerId)).toEqual([second.card, first.card])
  expect(await bench.provider.retrieveCard(first.card.paymentMethodId)).toEqual(first.card)

  await bench.provider.detachCard(first.card.paymentMethodId)
  await bench.provider.detachCard(first.card.paymentMethodId)
  expect(await bench.provider.listCards(customerId)).toEqual([second.card])
  expect(await bench.provider.retrieveCard('pm_nobody')).toBeNull()
})

const payWith = (customerId: string, paymentMethodId: string, paymentId = bench.next('payment')) =>
  bench.provider.payWithSavedCard(
    keyed(savedCardRequest, {
      paymentId,
      projectId: 'project-1',
      applicationId: 'application-1',
      amountCents: 54_000,
      title: 'Spring reel',
      customerId,
      paymentMethodId,
      idempotencyKey: `fund:${paymentId}:1`,
    }),
  )

test('a saved card is charged immediately, and once per idempotency key', async () => {
  const customerId = await bench.newCustomer()
  const { card } = await bench.saveCard(customerId)
  const first = await payWith(customerId, card.paymentMethodId, 'p-10')
  expect(first).toMatchObject({
    kind: 'succeeded',
    amountCents: 54_000,
    card: { brand: 'visa', last4: '4242', fingerprint: 'sandboxvisa4242' },
  })
  expect(await payWith(customerId, card.paymentMethodId, 'p-10')).toEqual(first)
  if (first.kind !== 'succeeded') throw new Error('not paid')
  expect(await bench.provider.retrievePayment(first.paymentIntentId)).toEqual({
    paymentIntentId: first.paymentIntentId,
    status: 'succeeded',
    chargeId: first.chargeId,
    chargedAt: expect.any(Date),
    amountCents: 54_000,
    currency: 'usd',
    refundedCents: 0,
    metadata: { payment_id: 'p-10', project_id: 'project-1', application_id: 'application-1' },
    transferGroup: 'payment_p-10',
    card: { brand: 'visa', last4: '4242', fingerprint: 'sandboxvisa4242' },
  })
})

test('a card authenticated when it was saved is charged; one that always needs authentication is not', async () => {
  const customerId = await bench.newCustomer()
  const once = await bench.saveCard(customerId, '4000002500003155')
  expect(await payWith(customerId, once.card.paymentMethodId)).toMatchObject({
    kind: 'succeeded',
  })
  const always = await bench.saveCard(customerId, '4000002760003184')
  const charges = () =>
    Object.values(bench.sandbox.state.charges).filter((charge) => charge.paid).length
  const before = charges()
  expect(await payWith(customerId, always.card.paymentMethodId)).toEqual({
    kind: 'authentication_required',
  })
  expect(charges()).toBe(before)
})

test('a declined saved card is an outcome with a reason for the buyer', async () => {
  const customerId = await bench.newCustomer()
  const { card } = await bench.saveCard(customerId, '4000000000000341')
  expect(await payWith(customerId, card.paymentMethodId)).toEqual({
    kind: 'declined',
    definitive: true,
    remedy: 'new_attempt',
    reason: 'Your card was declined.',
    code: 'card_declined',
  })
})

test('another customer’s card is definitively refused', async () => {
  const customerId = await bench.newCustomer()
  const { card } = await bench.saveCard(customerId)
  const stranger = await bench.newCustomer()
  expect(await payWith(stranger, card.paymentMethodId)).toMatchObject({
    kind: 'failed',
    definitive: true,
  })
})

test('a refund returns a part, then the rest, then nothing more', async () => {
  const charge = await bench.paidCharge()
  const part = await bench.provider.refund(
    keyed(refundRequest, {
      chargeId: charge,
      amountCents: 10_000,
      idempotencyKey: bench.next('refund'),
    }),
  )
  expect(part).toMatchObject({ ok: true, amountCents: 10_000, status: 'succeeded' })
  const key = bench.next('refund')
  const rest = await bench.provider.refund(
    keyed(refundRequest, { chargeId: charge, idempotencyKey: key }),
  )
  expect(rest).toMatchObject({ ok: true, amountCents: 44_000 })
  expect(
    await bench.provider.refund(keyed(refundRequest, { chargeId: charge, idempotencyKey: key })),
  ).toEqual(rest)
  expect(
    await bench.provider.refund(
      keyed(refundRequest, { chargeId: charge, idempotencyKey: bench.next('refund') }),
    ),
  ).toMatchObject({
    ok: false,
    definitive: true,
    code: 'charge_already_refunded',
  })
})

test('a refund through an unreachable provider has an unknown outcome', async () => {
  const nowhere = createStripeProvider({ ...TEST_KEYS, apiBase: 'http://127.0.0.1:1' })
  expect(
    await nowhere.refund(keyed(refundRequest, { chargeId: 'ch_1', idempotencyKey: 'r' })),
  ).toMatchObject({
    ok: false,
    definitive: false,
  })
})
