import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStripeClient } from '#server/providers/stripe/client.ts'
import { DELIVERY_WAITS_MS, payloadOf } from '#sandbox/stripe/objects/events.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import {
  TEST_KEYS,
  type WebhookReceiver,
  rawCall,
  startReceiver,
  startTestSandbox,
  until,
} from '#sandbox/stripe/test-support.ts'
import { signatureHeader } from './webhooks.ts'

let receiver: WebhookReceiver
let sandbox: StripeSandbox
beforeEach(async () => {
  receiver = await startReceiver()
  sandbox = await startTestSandbox({ webhookUrl: receiver.url })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

const onlyEvent = () => {
  const [stored] = Object.values(sandbox.state.events)
  if (stored === undefined) throw new Error('there is no event')
  return stored
}

test('an event arrives signed, and is not resent once it was accepted', async () => {
  await rawCall(sandbox, 'POST /v1/customers', { form: { name: 'Ada' } })
  await until('delivery', () => onlyEvent().delivery.state === 'delivered')
  expect(receiver.received).toHaveLength(1)
  const message = receiver.received[0]
  const seconds = Number(/^t=(\d+),/.exec(message?.signature ?? '')?.[1])
  expect(message?.signature).toBe(
    signatureHeader(
      message?.body.toString('utf8') ?? '',
      'whsec_sandbox',
      new Date(seconds * 1000),
    ),
  )
})

test('a refused event is retried with increasing delays until it is accepted', async () => {
  receiver.answerWith(500)
  await rawCall(sandbox, 'POST /v1/customers', { form: { name: 'Ada' } })
  await until('two refusals', () => onlyEvent().delivery.attempts.length >= 2)
  receiver.answerWith(200)
  const { delivery } = onlyEvent()
  await until('delivery', () => delivery.state === 'delivered')
  expect(delivery.attempts.map((attempt) => attempt.status)).toEqual([500, 500, 200])
  const [first = 0, second = 0, third = 0] = delivery.attempts.map(({ at }) => Date.parse(at))
  expect(second - first).toBeGreaterThanOrEqual(DELIVERY_WAITS_MS[0])
  expect(third - second).toBeGreaterThanOrEqual(DELIVERY_WAITS_MS[1])
  expect(DELIVERY_WAITS_MS).toEqual([...new Set(DELIVERY_WAITS_MS)].toSorted((a, b) => a - b))
  expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1)
})

test('an unreachable listener is recorded as a failed attempt with its reason', async () => {
  sandbox.setWebhookUrl('http://127.0.0.1:1/webhooks/stripe')
  await rawCall(sandbox, 'POST /v1/customers', { form: { name: 'Ada' } })
  await until('a try', () => onlyEvent().delivery.attempts.length >= 1)
  expect(onlyEvent().delivery.attempts[0]).toMatchObject({ status: null })
  expect(onlyEvent().delivery.attempts[0]?.error).toBeTruthy()
})

test('an event can be resent on request', async () => {
  await rawCall(sandbox, 'POST /v1/customers', { form: { name: 'Ada' } })
  await until('delivery', () => onlyEvent().delivery.state === 'delivered')
  expect(sandbox.controls.redeliver(onlyEvent().event.id)).toBe(true)
  await until('the second delivery', () => receiver.received.length === 2)
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
  expect(sandbox.controls.redeliver('evt_nobody')).toBe(false)
})

test('a thin event is sent without its data, which the API returns', async () => {
  const { json } = await rawCall(sandbox, 'POST /v2/core/accounts', {
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
  sandbox.controls.finishOnboarding(String(json.id), 'complete')
  const stored = Object.values(sandbox.state.events).find((one) =>
    one.event.type.endsWith('capability_status_updated'),
  )
  if (stored === undefined) throw new Error('there is no such event')
  expect(JSON.parse(payloadOf(stored.event))).not.toHaveProperty('data')
  const full = await rawCall(sandbox, `GET /v2/core/events/${stored.event.id}`)
  expect(full.json['data']).toEqual({ updated_capability: 'stripe_balance.stripe_transfers' })
})

test('thin events are listed page by page, as the SDK reads them', async () => {
  const account = {
    contact_email: 'c@x.example',
    identity: { country: 'us' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: {
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
  }
  const ids: string[] = []
  for (let n = 0; n < 2; n += 1) {
    const { json } = await rawCall(sandbox, 'POST /v2/core/accounts', { json: account })
    ids.push(String(json.id))
    sandbox.controls.finishOnboarding(String(json.id), 'restricted')
    sandbox.controls.finishOnboarding(String(json.id), 'complete')
  }
  const all = Object.values(sandbox.state.events)
    .map(({ event }) => event)
    .filter((event) => event.object !== 'event')
    .toReversed()
  expect(all.length).toBeGreaterThan(3)
  const stripe = createStripeClient({ apiBase: sandbox.url, ...TEST_KEYS })
  const found: string[] = []
  for await (const event of stripe.v2.core.events.list({ limit: 1 })) found.push(event.id)
  expect(found).toEqual(all.map(({ id }) => id))
  const ofFirst: string[] = []
  for await (const event of stripe.v2.core.events.list({ limit: 2, object_id: ids[0] ?? '' }))
    ofFirst.push(event.id)
  expect(ofFirst).toEqual(
    all.filter((event) => event.related_object.id === ids[0]).map(({ id }) => id),
  )
  const broken = await rawCall(sandbox, 'GET /v2/core/events?page=nowhere')
  expect(broken.status).toBe(400)
})
