import { keyed } from '#tests/support/keyed.ts'
import {
  checkoutRequest,
  payoutAccountRequest,
  refundRequest,
  transferRequest,
} from './requests.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import {
  TEST_KEYS,
  type WebhookReceiver,
  startReceiver,
  startTestSandbox,
  until,
} from '#sandbox/stripe/test-support.ts'
import { signatureHeader } from '#sandbox/stripe/control/webhooks.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { WebhookSignatureError } from './provider-news.ts'
import { createStripeProvider } from './stripe-provider.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

const provider = createStripeProvider({ ...TEST_KEYS, apiBase: 'http://127.0.0.1:1' })
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: NOW.getTime() / 1000,
  livemode: false,
  data: { object: { id: 'pi_1', object: 'payment_intent', metadata: { payment_id: 'p-1' } } },
}
const payload = JSON.stringify(event)
const sign = (text = payload, secret: string = TEST_KEYS.webhookSecret, at = NOW) =>
  signatureHeader(text, secret, at)
const v1Of = (header: string) => header.slice(header.indexOf('v1='))
const verify = (header: string, text = payload, now = NOW) =>
  provider.verifyWebhook(Buffer.from(text), header, now)

describe('a signature', () => {
  test('made with our secret is accepted up to 300 seconds before or after its time', () => {
    for (const seconds of [-300, -299, 0, 299, 300]) {
      expect(verify(sign(payload, TEST_KEYS.webhookSecret, later(seconds)))).toMatchObject({
        id: 'evt_1',
      })
    }
  })

  test('is accepted beside one made with another secret, as during a rotation', () => {
    const [good, other] = [sign(), sign(payload, 'whsec_old')]
    const time = good.slice(0, good.indexOf(','))
    expect(verify(`${time},${v1Of(other)},${v1Of(good)}`)).toMatchObject({ id: 'evt_1' })
    expect(verify(`${time},${v1Of(good)},${v1Of(other)}`)).toMatchObject({ id: 'evt_1' })
  })

  test('by any of several secrets is accepted', () => {
    const rotating = createStripeProvider({
      ...TEST_KEYS,
      webhookSecret: 'whsec_new, whsec_old',
      apiBase: 'http://127.0.0.1:1',
    })
    for (const secret of ['whsec_new', 'whsec_old']) {
      expect(
        rotating.verifyWebhook(Buffer.from(payload), sign(payload, secret), NOW),
      ).toMatchObject({ id: 'evt_1' })
    }
    expect(() => rotating.verifyWebhook(Buffer.from(payload), sign(), NOW)).toThrow(
      WebhookSignatureError,
    )
  })

  const good = sign()
  const time = good.slice(0, good.indexOf(','))
  const wrong: [string, string, string?][] = [
    ['with another secret', sign(payload, 'whsec_other')],
    ['that is 301 seconds old', sign(payload, TEST_KEYS.webhookSecret, later(-301))],
    ['that is 301 seconds ahead', sign(payload, TEST_KEYS.webhookSecret, later(301))],
    ['a year ahead', sign(payload, TEST_KEYS.webhookSecret, later(31_536_000))],
    [
      'whose time was changed',
      sign(payload, TEST_KEYS.webhookSecret, later(-10)).replace(/t=\d+/, time),
    ],
    ['over another body', good, payload.replace('pi_1', 'pi_2')],
    ['over the same JSON written differently', good, JSON.stringify(event, null, 1)],
    ['of scheme v0 only', good.replace('v1=', 'v0=')],
    ['without a time', v1Of(good)],
    ['with a time that is no number', good.replace(/t=\d+/, 't=soon')],
    ['with a second, later time', `${good},t=${NOW.getTime() / 1000 + 9_000}`],
    ['without a signature', time],
    ['cut short', good.slice(0, -2)],
    ['that is empty', ''],
    ['that is noise', 'hello'],
    ['over a body that is no event', sign('{"id":"evt_1"}'), '{"id":"evt_1"}'],
    ['over a body that is no JSON', sign('hello'), 'hello'],
    ['over nothing', sign(''), ''],
  ]
  test.each(wrong)('%s is refused', (_name, header, text) => {
    expect(() => verify(header, text)).toThrow(WebhookSignatureError)
  })
})

describe('a webhook', () => {
  const read = (changes: object) => {
    const text = JSON.stringify({ ...event, ...changes })
    return verify(sign(text), text)
  }

  test('is read as its kind, its object and its creation time', () => {
    expect(read({})).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      createdAt: NOW,
      kind: 'payment_succeeded',
      paymentIntentId: 'pi_1',
      metadata: { payment_id: 'p-1' },
    })
  })

  test('is ignored for live mode, another account or an unfollowed type', () => {
    expect(read({ livemode: true })).toMatchObject({ kind: 'ignored', why: 'wrong_mode' })
    expect(read({ account: 'acct_1' })).toMatchObject({ kind: 'ignored', why: 'other_account' })
    expect(read({ type: 'invoice.paid' })).toMatchObject({ kind: 'ignored', why: 'not_followed' })
  })

  test('about a payout is read for another account and ignored for our own', () => {
    const payout = { type: 'payout.paid', account: 'acct_1', data: { object: { id: 'po_1' } } }
    expect(read(payout)).toMatchObject({
      kind: 'payout_changed',
      accountId: 'acct_1',
      payoutId: 'po_1',
    })
    expect(read({ ...payout, account: undefined })).toMatchObject({ why: 'not_followed' })
  })

  test('in test mode is ignored when the key is live', () => {
    const live = createStripeProvider({
      ...TEST_KEYS,
      secretKey: 'sk_live_x',
      apiBase: 'http://127.0.0.1:1',
    })
    expect(live.verifyWebhook(Buffer.from(payload), sign(), NOW)).toMatchObject({
      why: 'wrong_mode',
    })
  })
})

describe('webhooks from the sandbox', () => {
  let sandbox: StripeSandbox
  let receiver: WebhookReceiver
  let talking: PaymentProvider
  beforeAll(async () => {
    receiver = await startReceiver()
    sandbox = await startTestSandbox({ webhookUrl: receiver.url })
    talking = createStripeProvider({ ...TEST_KEYS, apiBase: sandbox.url })
  })
  afterAll(async () => {
    await sandbox.close()
    await receiver.close()
  })

  const news = async (type: string) => {
    const message = await until(type, () => receiver.received.findLast((one) => one.type === type))
    return talking.verifyWebhook(message.body, message.signature, new Date())
  }
  const card = { card_number: '4242424242424242', expiry: '12/34', cvc: '123' }
  const open = (paymentId: string) =>
    talking.createCheckout(
      keyed(checkoutRequest, {
        paymentId,
        projectId: 'project-1',
        applicationId: 'application-1',
        attempt: 1,
        amountCents: 54_000,
        title: 'Spring reel',
        successUrl: 'http://127.0.0.1:9/paid',
        cancelUrl: 'http://127.0.0.1:9/back',
        idempotencyKey: `fund:${paymentId}:1`,
      }),
    )

  test('cover a payment from checkout to refund', async () => {
    const { sessionId } = await open('p-1')
    sandbox.controls.pay(sessionId, card)
    const metadata = { payment_id: 'p-1', project_id: 'project-1', application_id: 'application-1' }
    expect(await news('checkout.session.completed')).toMatchObject({
      kind: 'checkout_completed',
      sessionId,
      mode: 'payment',
      paymentStatus: 'paid',
      metadata,
    })
    const state = await talking.retrieveCheckout(sessionId)
    const { chargeId, paymentIntentId } = state ?? {}
    expect(await news('payment_intent.succeeded')).toMatchObject({
      kind: 'payment_succeeded',
      paymentIntentId,
      metadata,
    })
    expect(await news('charge.succeeded')).toMatchObject({
      kind: 'charge_succeeded',
      chargeId,
      paymentIntentId,
      transferGroup: 'payment_p-1',
      amountCents: 54_000,
      refundedCents: 0,
    })
    await talking.refund(
      keyed(refundRequest, {
        chargeId: chargeId ?? '',
        amountCents: 4_000,
        idempotencyKey: 'refund:p-1:1',
      }),
    )
    expect(await news('charge.refunded')).toMatchObject({
      kind: 'charge_refunded',
      chargeId,
      refundedCents: 4_000,
    })
    expect(await news('refund.created')).toMatchObject({
      kind: 'refund_changed',
      chargeId,
      amountCents: 4_000,
      status: 'succeeded',
    })
  })

  test('cover an expired page, a late payment and a failed one', async () => {
    const expired = await open('p-2')
    await talking.expireCheckout(expired.sessionId)
    expect(await news('checkout.session.expired')).toMatchObject({
      kind: 'checkout_expired',
      sessionId: expired.sessionId,
    })

    for (const [paymentId, succeeds, type, kind] of [
      ['p-3', true, 'checkout.session.async_payment_succeeded', 'checkout_paid_later'],
      ['p-4', false, 'checkout.session.async_payment_failed', 'checkout_payment_failed'],
    ] as const) {
      const { sessionId } = await open(paymentId)
      sandbox.controls.pay(sessionId, { ...card, card_number: '4000000000070005' })
      sandbox.controls.settleSession(sessionId, succeeds)
      expect(await news(type)).toMatchObject({
        kind,
        sessionId,
        paymentStatus: succeeds ? 'paid' : 'unpaid',
      })
    }
  })

  test('cover an account becoming ready and a transfer to it', async () => {
    const { accountId } = await talking.createPayoutAccount(
      keyed(payoutAccountRequest, {
        userId: 'u',
        country: 'US',
        email: 'm@x.example',
        name: 'Maya',
      }),
    )
    sandbox.controls.finishOnboarding(accountId, 'complete')
    for (const type of [
      'v2.core.account[requirements].updated',
      'v2.core.account[configuration.recipient].capability_status_updated',
    ]) {
      expect(await news(type)).toMatchObject({ kind: 'payout_account_changed', accountId })
    }
    const { sessionId } = await open('p-5')
    sandbox.controls.pay(sessionId, card)
    const sourceCharge = (await talking.retrieveCheckout(sessionId))?.chargeId ?? ''
    const sent = await talking.transfer(
      keyed(transferRequest, {
        amountCents: 45_900,
        destination: accountId,
        sourceCharge,
        paymentId: 'p-5',
        idempotencyKey: 'release:p-5:1',
      }),
    )
    expect(await news('transfer.created')).toMatchObject({
      kind: 'transfer_created',
      transferId: sent.ok ? sent.transferId : '',
      transferGroup: 'payment_p-5',
      amountCents: 45_900,
      destination: accountId,
    })
  })
})
