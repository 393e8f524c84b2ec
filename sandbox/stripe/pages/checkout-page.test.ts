import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { rawCall, startTestSandbox } from '#sandbox/stripe/test-support.ts'

let sandbox: StripeSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.close())

const openCheckout = async (extra: Record<string, string> = {}) => {
  const { json } = await rawCall(sandbox, 'POST /v1/checkout/sessions', {
    form: {
      mode: 'payment',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '54000',
      'line_items[0][price_data][product_data][name]': 'Spring <reel> & "stills"',
      'line_items[0][quantity]': '1',
      success_url: 'http://127.0.0.1:9/paid?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://127.0.0.1:9/back?a=1&b=2',
      ...extra,
    },
  })
  return { id: String(json.id), url: String(json['url']) }
}

const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })

const card = (card_number: string) => ({ card_number, expiry: '12/34', cvc: '123' })
const session = (id: string) => sandbox.state.checkout_sessions[id]?.session
const eventTypes = () => Object.values(sandbox.state.events).map((stored) => stored.event.type)

test('the page shows what is bought, labels its fields and escapes its content', async () => {
  const { url } = await openCheckout()
  const page = await (await fetch(url)).text()
  expect(page).toContain('Stripe sandbox')
  expect(page).toContain('Pay $540.00')
  expect(page).toContain('Spring &lt;reel&gt; &amp; &quot;stills&quot;')
  for (const label of ['Card number', 'Expiry', 'CVC']) expect(page).toContain(`>${label}</label>`)
  expect(page).toContain('<a class="cancel" href="http://127.0.0.1:9/back?a=1&amp;b=2">Cancel</a>')
})

test('a valid card pays, and the browser is redirected with the session id in the URL', async () => {
  const { id, url } = await openCheckout({ 'payment_intent_data[transfer_group]': 'payment_7' })
  const answer = await submit(url, card('4242 4242 4242 4242'))
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`http://127.0.0.1:9/paid?session=${id}`)
  expect(session(id)).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
  const [charge] = Object.values(sandbox.state.charges)
  expect(charge).toMatchObject({ amount: 54000, status: 'succeeded', transfer_group: 'payment_7' })
  expect(charge?.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' })
  expect(eventTypes()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ])
})

test('submitting twice charges once', async () => {
  const { url } = await openCheckout()
  const answers = await Promise.all([
    submit(url, card('4242424242424242')),
    submit(url, card('4242424242424242')),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([303, 303])
  expect(Object.values(sandbox.state.charges)).toHaveLength(1)
})

test('a declined card stays on the page with its reason, and another card may follow', async () => {
  const { id, url } = await openCheckout()
  for (const [number, sentence] of [
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
  ] as const) {
    const answer = await submit(url, card(number))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`<p class="bad" role="alert">${sentence}</p>`)
    expect(session(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
  }
  expect(eventTypes()).toContain('payment_intent.payment_failed')
  expect(eventTypes()).not.toContain('checkout.session.completed')
  expect((await submit(url, card('4242424242424242'))).status).toBe(303)
})

test.each([
  ['4242424242424241', '12/34', '123', 'Your card number is invalid.'],
  ['4111111111111111', '12/34', '123', 'non test card'],
  ['4242424242424242', '12/19', '123', 'expiration date is in the past'],
  ['4242424242424242', '13/34', '123', 'expiration date is invalid'],
  ['4242424242424242', '12/34', '1', 'security code is invalid'],
])('card %s, %s, %s is refused on the page', async (card_number, expiry, cvc, sentence) => {
  const { id, url } = await openCheckout()
  const text = (await (await submit(url, { card_number, expiry, cvc })).text()).replaceAll(
    '&#39;',
    "'",
  )
  expect(text).toContain(sentence)
  expect(session(id)?.status).toBe('open')
})

test('a card that requires authentication asks for it on a separate page', async () => {
  const { id, url } = await openCheckout()
  expect((await submit(url, card('4000002500003155'))).headers.get('location')).toBe(
    `/checkout/${id}`,
  )
  expect(await (await fetch(url)).text()).toContain('Complete authentication')
  expect(Object.values(sandbox.state.charges)).toHaveLength(0)
  expect(await (await submit(url, { step: 'authenticate', answer: 'no' })).text()).toContain(
    'unable to authenticate',
  )

  await submit(url, card('4000002500003155'))
  expect((await submit(url, { step: 'authenticate', answer: 'yes' })).status).toBe(303)
  expect(session(id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
})

test('a slow payment completes unpaid and is settled later', async () => {
  const { id, url } = await openCheckout()
  expect((await submit(url, card('4000000000070005'))).status).toBe(303)
  expect(session(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  expect(sandbox.controls.settleSession(id, true)).toBe(true)
  expect(session(id)).toMatchObject({ payment_status: 'paid' })
  expect(eventTypes().slice(-3)).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.async_payment_succeeded',
  ])
  expect(sandbox.controls.settleSession(id, false)).toBe(false)
})

test('a session expires when its time is over, and cannot be paid after', async () => {
  const { id, url } = await openCheckout()
  sandbox.controls.advanceClock(24 * 60 * 60 * 1000)
  expect(session(id)?.status).toBe('expired')
  expect(eventTypes()).toContain('checkout.session.expired')
  expect(await (await submit(url, card('4242424242424242'))).text()).toContain(
    'This page has expired',
  )
  expect(Object.values(sandbox.state.charges)).toHaveLength(0)
})

test('setup mode saves the card for the customer and charges nothing', async () => {
  const customer = await rawCall(sandbox, 'POST /v1/customers', { form: { name: 'Ada' } })
  const { json } = await rawCall(sandbox, 'POST /v1/checkout/sessions', {
    form: {
      mode: 'setup',
      customer: String(customer.json.id),
      currency: 'usd',
      success_url: 'http://127.0.0.1:9/saved',
    },
  })
  const url = String(json['url'])
  expect(await (await fetch(url)).text()).toContain('>Save card</button>')
  expect((await submit(url, card('5555555555554444'))).headers.get('location')).toBe(
    'http://127.0.0.1:9/saved',
  )
  const [saved] = Object.values(sandbox.state.payment_methods)
  expect(saved).toMatchObject({
    customer: customer.json.id,
    card: { brand: 'mastercard', last4: '4444' },
  })
  expect(Object.values(sandbox.state.charges)).toHaveLength(0)
  expect(eventTypes().slice(-3)).toEqual([
    'payment_method.attached',
    'setup_intent.succeeded',
    'checkout.session.completed',
  ])
})
