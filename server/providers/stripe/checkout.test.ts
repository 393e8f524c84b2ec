import { keyed } from '#tests/support/keyed.ts'
import { checkoutRequest } from './requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderBench, startBench } from '#tests/support/stripe-provider.ts'

let bench: ProviderBench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.sandbox.close())

test('a checkout page is open, then complete and paid, with everything the ledger needs', async () => {
  const { sessionId, url } = await bench.openCheckout('p-1')
  expect(url.startsWith(bench.sandbox.url)).toBe(true)
  expect(await bench.provider.retrieveCheckout(sessionId)).toEqual({
    sessionId,
    mode: 'payment',
    status: 'open',
    paymentStatus: 'unpaid',
    paymentIntentId: null,
    chargeId: null,
    chargedAt: null,
    amountCents: 54_000,
    currency: 'usd',
    refundedCents: 0,
    metadata: {
      payment_id: 'p-1',
      project_id: 'project-1',
      application_id: 'application-1',
      attempt: '1',
    },
    customerId: null,
    url,
  })
  bench.pay(sessionId)
  expect(await bench.provider.retrieveCheckout(sessionId)).toMatchObject({
    status: 'complete',
    paymentStatus: 'paid',
    paymentIntentId: expect.stringMatching(/^pi_/),
    chargeId: expect.stringMatching(/^ch_/),
    card: { brand: 'visa', last4: '4242', fingerprint: 'sandboxvisa4242' },
    url: null,
  })
})

test('the charge has the transfer group and the ids of its payment, project and application', async () => {
  const { sessionId } = await bench.openCheckout('p-2')
  bench.pay(sessionId)
  const chargeId = (await bench.provider.retrieveCheckout(sessionId))?.chargeId ?? ''
  expect(bench.sandbox.state.charges[chargeId]).toMatchObject({
    transfer_group: 'payment_p-2',
    metadata: {
      payment_id: 'p-2',
      project_id: 'project-1',
      application_id: 'application-1',
    },
  })
})

test('a declined card leaves the page open and the payment without a charge', async () => {
  const { sessionId } = await bench.openCheckout()
  expect(bench.pay(sessionId, '4000000000000002')).toEqual({
    kind: 'again',
    message: 'Your card was declined.',
  })
  const state = await bench.provider.retrieveCheckout(sessionId)
  expect(state).toMatchObject({ status: 'open', paymentStatus: 'unpaid', chargeId: null })
  expect(state).not.toHaveProperty('card')
})

test('the same key returns the same page; with another amount it is refused, but not definitively', async () => {
  const first = await bench.openCheckout('p-3')
  expect(await bench.openCheckout('p-3')).toEqual(first)
  const other = bench.provider.createCheckout(
    keyed(checkoutRequest, {
      paymentId: 'p-3',
      projectId: 'project-1',
      applicationId: 'application-1',
      attempt: 1,
      amountCents: 1_000,
      title: 'Spring reel',
      successUrl: 'http://127.0.0.1:9/paid',
      cancelUrl: 'http://127.0.0.1:9/back',
      idempotencyKey: 'fund:p-3:1',
    }),
  )
  await expect(other).rejects.toMatchObject({ name: 'PaymentProviderError', definitive: false })
})

test('a page can be closed, even twice, but not after it was paid', async () => {
  const { sessionId } = await bench.openCheckout()
  expect(await bench.provider.expireCheckout(sessionId)).toBe('expired')
  expect(await bench.provider.expireCheckout(sessionId)).toBe('expired')
  const paid = await bench.openCheckout()
  bench.pay(paid.sessionId)
  expect(await bench.provider.expireCheckout(paid.sessionId)).toBe('complete')
})

test('a page can be set to expire in an hour, but not in a minute', async () => {
  const inAnHour = new Date(Date.now() + 60 * 60 * 1000)
  const { sessionId } = await bench.openCheckout(bench.next('payment'), { expiresAt: inAnHour })
  expect(bench.sandbox.state.checkout_sessions[sessionId]?.session.expires_at).toBe(
    Math.floor(inAnHour.getTime() / 1000),
  )
  const tooSoon = bench.openCheckout(bench.next('payment'), {
    expiresAt: new Date(Date.now() + 60_000),
  })
  await expect(tooSoon).rejects.toMatchObject({ definitive: true })
})

test('an unknown page or payment is returned as null', async () => {
  expect(await bench.provider.retrieveCheckout('cs_test_nobody')).toBeNull()
  expect(await bench.provider.retrievePayment('pi_nobody')).toBeNull()
})
