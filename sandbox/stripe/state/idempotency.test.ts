import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { rawCall, startTestSandbox } from '#sandbox/stripe/test-support.ts'

let sandbox: StripeSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.close())

const customers = () => Object.keys(sandbox.state.customers).length

test('the same key and parameters return the same bytes and act once', async () => {
  const first = await rawCall(sandbox, 'POST /v1/customers', {
    key: 'k1',
    form: { name: 'Ada', email: 'a@x.example' },
  })
  const again = await rawCall(sandbox, 'POST /v1/customers', {
    key: 'k1',
    form: { email: 'a@x.example', name: 'Ada' },
  })
  expect(again.text).toBe(first.text)
  expect(again.status).toBe(200)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'))
  expect(customers()).toBe(1)
})

test('the same key with other parameters, or for another call, is an idempotency error', async () => {
  await rawCall(sandbox, 'POST /v1/customers', { key: 'k1', form: { name: 'Ada' } })
  const other = await rawCall(sandbox, 'POST /v1/customers', { key: 'k1', form: { name: 'Grace' } })
  expect(other.status).toBe(400)
  expect(other.json.error).toMatchObject({ type: 'idempotency_error' })
  const elsewhere = await rawCall(sandbox, 'POST /v1/payment_intents', {
    key: 'k1',
    form: { amount: '900', currency: 'usd' },
  })
  expect(elsewhere.json.error).toMatchObject({ type: 'idempotency_error' })
  expect(customers()).toBe(1)
})

test('a key longer than 255 characters is refused', async () => {
  const answer = await rawCall(sandbox, 'POST /v1/customers', {
    key: 'k'.repeat(256),
    form: { name: 'Ada' },
  })
  expect(answer.status).toBe(400)
  expect(customers()).toBe(0)
})

test('a validation error is not stored, so the key can be used again with valid parameters', async () => {
  const wrong = await rawCall(sandbox, 'POST /v1/payment_intents', {
    key: 'k1',
    form: { currency: 'usd' },
  })
  expect(wrong.status).toBe(400)
  const right = await rawCall(sandbox, 'POST /v1/payment_intents', {
    key: 'k1',
    form: { currency: 'usd', amount: '900' },
  })
  expect(right.status).toBe(200)
})

test('a 500 is stored, whether it struck before or after the work', async () => {
  sandbox.controls.setSwitch('error_before', 1)
  const before = await rawCall(sandbox, 'POST /v1/customers', {
    key: 'before',
    form: { name: 'Ada' },
  })
  expect(before.status).toBe(500)
  expect(customers()).toBe(0)
  sandbox.controls.setSwitch('error_after', 1)
  const after = await rawCall(sandbox, 'POST /v1/customers', {
    key: 'after',
    form: { name: 'Ada' },
  })
  expect(after.status).toBe(500)
  expect(customers()).toBe(1)

  for (const [key, first] of [
    ['before', before],
    ['after', after],
  ] as const) {
    const again = await rawCall(sandbox, 'POST /v1/customers', { key, form: { name: 'Ada' } })
    expect(again.status).toBe(500)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  }
  expect(customers()).toBe(1)
})

test('409 and 429 are not stored', async () => {
  for (const [name, status] of [
    ['locked', 409],
    ['rate_limited', 429],
  ] as const) {
    sandbox.controls.setSwitch(name, 1)
    expect(
      (await rawCall(sandbox, 'POST /v1/customers', { key: name, form: { name } })).status,
    ).toBe(status)
    expect(
      (await rawCall(sandbox, 'POST /v1/customers', { key: name, form: { name } })).status,
    ).toBe(200)
  }
  expect(customers()).toBe(2)
})

test('a response that was lost in transit is replayed for the retry', async () => {
  sandbox.controls.setSwitch('reset_after', 1)
  await expect(
    rawCall(sandbox, 'POST /v1/customers', { key: 'k1', form: { name: 'Ada' } }),
  ).rejects.toThrow('fetch failed')
  const again = await rawCall(sandbox, 'POST /v1/customers', { key: 'k1', form: { name: 'Ada' } })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(customers()).toBe(1)
})

test('a key is forgotten after 24 hours, and the same call acts again', async () => {
  await rawCall(sandbox, 'POST /v1/customers', { key: 'k1', form: { name: 'Ada' } })
  sandbox.controls.advanceClock(24 * 60 * 60 * 1000)
  await rawCall(sandbox, 'POST /v1/customers', { key: 'k1', form: { name: 'Ada' } })
  expect(customers()).toBe(2)
})

test('v2 stores only success: a failed call is executed again under its key', async () => {
  sandbox.controls.setSwitch('error_before', 1)
  const json = {
    contact_email: 'c@x.example',
    identity: { country: 'us' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: {
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
  }
  expect((await rawCall(sandbox, 'POST /v2/core/accounts', { key: 'k1', json })).status).toBe(500)
  const second = await rawCall(sandbox, 'POST /v2/core/accounts', { key: 'k1', json })
  expect(second.status).toBe(200)
  const third = await rawCall(sandbox, 'POST /v2/core/accounts', { key: 'k1', json })
  expect(third.text).toBe(second.text)
  expect(Object.keys(sandbox.state.accounts)).toHaveLength(1)
})
