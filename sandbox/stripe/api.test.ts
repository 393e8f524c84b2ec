import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StripeSandbox } from './server.ts'
import { rawCall, startTestSandbox } from './test-support.ts'

let sandbox: StripeSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

test('an unknown address is answered with 404 and an error, never with success', async () => {
  const answer = await rawCall(sandbox, 'GET /v1/dragons')
  expect(answer.status).toBe(404)
  expect(answer.json.error).toMatchObject({ type: 'invalid_request_error' })
  expect(answer.json.error?.['message']).toMatch(/^Unrecognized request URL \(GET: \/v1\/dragons\)/)
  expect(answer.headers.get('request-id')).toMatch(/^req_/)
})

test('a call without the secret key, or with another, is a 401', async () => {
  expect((await rawCall(sandbox, 'GET /v1/balance', { secretKey: null })).status).toBe(401)
  const other = await rawCall(sandbox, 'GET /v1/balance', { secretKey: 'sk_test_somebody_else' })
  expect(other.status).toBe(401)
  expect(other.text).not.toContain('sk_test_somebody_else')
})

test('an unknown parameter is refused by name', async () => {
  const answer = await rawCall(sandbox, 'POST /v1/customers', { form: { 'address[planet]': 'x' } })
  expect(answer.status).toBe(400)
  expect(answer.json.error).toMatchObject({ code: 'parameter_unknown', param: 'address' })
})

test('a missing parameter and an invalid number are distinguished', async () => {
  const missing = await rawCall(sandbox, 'POST /v1/payment_intents', { form: { currency: 'usd' } })
  expect(missing.json.error).toMatchObject({ code: 'parameter_missing', param: 'amount' })
  const wrong = await rawCall(sandbox, 'POST /v1/payment_intents', {
    form: { currency: 'usd', amount: '5.40' },
  })
  expect(wrong.json.error).toMatchObject({
    code: 'parameter_invalid_integer',
    message: 'Invalid integer: 5.40',
  })
})

test("amounts outside Stripe's bounds are refused", async () => {
  const small = await rawCall(sandbox, 'POST /v1/payment_intents', {
    form: { currency: 'usd', amount: '49' },
  })
  expect(small.json.error).toMatchObject({ code: 'amount_too_small' })
  const large = await rawCall(sandbox, 'POST /v1/payment_intents', {
    form: { currency: 'usd', amount: '100000000' },
  })
  expect(large.json.error).toMatchObject({ code: 'amount_too_large' })
})

test('lists are newest first, paged by cursor', async () => {
  for (const amount of [1000, 2000, 3000]) {
    await rawCall(sandbox, 'POST /v1/payment_intents', {
      form: { currency: 'usd', amount: String(amount) },
    })
  }
  const amounts = (page: unknown) =>
    (page as { data: { data: { object: { amount: number } } }[] }).data.map(
      (event) => event.data.object.amount,
    )
  const first = await rawCall(sandbox, 'GET /v1/events?type=payment_intent.created&limit=2')
  expect(amounts(first.json)).toEqual([3000, 2000])
  expect(first.json['has_more']).toBe(true)
  const last = (first.json['data'] as { id: string }[])[1]?.id
  const second = await rawCall(
    sandbox,
    `GET /v1/events?type=payment_intent.created&limit=2&starting_after=${last}`,
  )
  expect(amounts(second.json)).toEqual([1000])
  expect(second.json['has_more']).toBe(false)
})

test('only ids can be expanded', async () => {
  const { json } = await rawCall(sandbox, 'POST /v1/customers', { form: { name: 'Ada' } })
  const answer = await rawCall(sandbox, `GET /v1/customers/${json.id}?expand[]=shoe_size`)
  expect(answer.status).toBe(400)
  expect(answer.json.error?.['message']).toContain('cannot be expanded')
})
