import { afterAll, beforeAll, expect, test } from 'vitest'
import { processingFee } from './balance.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { rawCall, startTestSandbox } from '#sandbox/stripe/test-support.ts'

let sandbox: StripeSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const DAY_MS = 24 * 60 * 60 * 1000

const balance = async () => {
  const { json } = await rawCall(sandbox, 'GET /v1/balance')
  const cents = (list: unknown) => (list as { amount: number }[])[0]?.amount
  return { available: cents(json['available']), pending: cents(json['pending']) }
}

test('the fee is 2.9 % plus 30 cents, rounded half up', () => {
  expect([0, 50, 1_000, 54_000, 99_999_999].map(processingFee)).toEqual([
    30, 31, 59, 1_596, 2_900_030,
  ])
})

test('a card payment is available after two days, and a transfer from it is pending until then', async () => {
  const opened = await rawCall(sandbox, 'POST /v1/checkout/sessions', {
    form: {
      mode: 'payment',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '54000',
      'line_items[0][price_data][product_data][name]': 'Spring reel',
      'line_items[0][quantity]': '1',
      success_url: 'http://127.0.0.1:9/paid',
    },
  })
  sandbox.controls.pay(String(opened.json.id), {
    card_number: '4242424242424242',
    expiry: '12/34',
    cvc: '123',
  })
  expect(await balance()).toEqual({ available: 0, pending: 54_000 - 1_596 })

  const account = await rawCall(sandbox, 'POST /v2/core/accounts', {
    json: {
      contact_email: 'c@x.example',
      identity: { country: 'us' },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      defaults: {
        responsibilities: { fees_collector: 'application', losses_collector: 'application' },
      },
    },
  })
  const destination = String(account.json.id)
  sandbox.controls.finishOnboarding(destination, 'complete')
  const [charge] = Object.keys(sandbox.state.charges)
  const send = (form: Record<string, string>) =>
    rawCall(sandbox, 'POST /v1/transfers', {
      form: { amount: '45900', currency: 'usd', destination, ...form },
    })

  const unsourced = await send({})
  expect(unsourced.json.error).toMatchObject({ code: 'balance_insufficient' })
  expect((await send({ source_transaction: charge ?? '' })).status).toBe(200)
  expect(await balance()).toEqual({ available: 0, pending: 54_000 - 1_596 - 45_900 })

  sandbox.controls.advanceClock(2 * DAY_MS)
  expect(await balance()).toEqual({ available: 54_000 - 1_596 - 45_900, pending: 0 })
  const rows = Object.values(sandbox.state.balance_transactions)
  expect(rows.reduce((sum, row) => sum + row.net, 0)).toBe(6_504)
})

test('a foreign currency stays on the session and the charge, and enters the balance as dollars', async () => {
  const before = (await balance()).pending ?? 0
  const form = (second: string) => ({
    mode: 'payment',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '10000',
    'line_items[0][price_data][product_data][name]': 'Spring reel',
    'line_items[0][quantity]': '1',
    'line_items[1][price_data][currency]': second,
    'line_items[1][price_data][unit_amount]': '10000',
    'line_items[1][price_data][product_data][name]': 'Autumn reel',
    'line_items[1][quantity]': '1',
    success_url: 'http://127.0.0.1:9/paid',
  })
  const mixed = await rawCall(sandbox, 'POST /v1/checkout/sessions', { form: form('usd') })
  expect(mixed.status).toBe(400)
  const unknown = await rawCall(sandbox, 'POST /v1/checkout/sessions', { form: form('xau') })
  expect(unknown.status).toBe(400)
  const opened = await rawCall(sandbox, 'POST /v1/checkout/sessions', { form: form('eur') })
  expect(opened.json).toMatchObject({ currency: 'eur', amount_total: 20_000 })
  sandbox.controls.pay(String(opened.json.id), {
    card_number: '4242424242424242',
    expiry: '12/34',
    cvc: '123',
  })
  const charge = Object.values(sandbox.state.charges).at(-1)
  expect(charge).toMatchObject({ currency: 'eur', amount: 20_000 })
  const entry = Object.values(sandbox.state.balance_transactions).at(-1)
  expect(entry).toMatchObject({ currency: 'usd', amount: 22_000, exchange_rate: 1.1 })
  expect((await balance()).pending).toBe(before + 22_000 - (entry?.fee ?? 0))
})
