import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import {
  chargeThrough,
  control,
  rawCall,
  startReceiver,
  startTestSandbox,
  until,
  type WebhookReceiver,
} from '#sandbox/stripe/test-support.ts'
import { signatureHeader } from '#sandbox/stripe/control/webhooks.ts'

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

const press = (action: string, id = '', how = '') =>
  fetch(`${sandbox.url}/dashboard/${action}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ id, how }),
  })
const read = async () => (await fetch(sandbox.url)).text()
const allDelivered = () =>
  until('every delivery', () =>
    Object.values(sandbox.state.events).every(({ delivery }) => delivery.state === 'delivered'),
  )

test('the page has a button for everything that can go wrong', async () => {
  const charge = await chargeThrough(sandbox)
  for (const button of [
    'Deliver again',
    'Late',
    'Wrong secret',
    'Deliver the last events again, newest first',
    'Open a dispute',
    'Fail next transfer',
    'Never answer, before the work',
    'Never answer, after the work',
    'One hour on',
  ]) {
    expect(await read()).toContain(`>${button}</button>`)
  }
  await press('open-dispute', charge)
  const [dispute] = Object.values(sandbox.state.disputes)
  expect(await read()).toContain('>Card holder wins</button>')
  await press('dispute-won', dispute?.id)
  expect(sandbox.state.disputes[dispute?.id ?? '']?.status).toBe('won')
  await press('advance-clock', 'key-life')
  expect(sandbox.state.clock_offset_ms).toBe(24 * 60 * 60 * 1000)
})

test('an event can be sent again late, early or with a wrong secret, and still counts as delivered', async () => {
  await rawCall(sandbox, 'POST /v1/customers', { form: { name: 'Ada' } })
  await allDelivered()
  const [event] = Object.keys(sandbox.state.events)
  const stamps: [how: string, offset: number, secret: string][] = [
    ['late', -600, 'whsec_sandbox'],
    ['future', 600, 'whsec_sandbox'],
    ['wrong_secret', 0, 'whsec_sandbox_of_somebody_else'],
  ]
  receiver.answerWith(400)
  for (const [how, offset, secret] of stamps) {
    const seen = receiver.received.length
    await press('deliver', event, how)
    await until(how, () => receiver.received.length > seen)
    const message = receiver.received.at(-1)
    const seconds = Number(/^t=(\d+),/.exec(message?.signature ?? '')?.[1])
    expect(Math.abs(seconds - Date.now() / 1000 - offset)).toBeLessThan(30)
    expect(message?.signature).toBe(
      signatureHeader(message?.body.toString('utf8') ?? '', secret, new Date(seconds * 1000)),
    )
  }
  await until('the three refusals', () => {
    const attempts = sandbox.state.events[event ?? '']?.delivery.attempts ?? []
    return attempts.length === 4 && attempts.at(-1)?.how === 'wrong_secret'
  })
  expect(sandbox.state.events[event ?? '']?.delivery.state).toBe('delivered')
  expect((await control(sandbox, `events/${event}/deliver`, { how: 'by pigeon' })).status).toBe(404)
})

test('the last events can be resent, newest first', async () => {
  await chargeThrough(sandbox)
  await allDelivered()
  const before = receiver.received.length
  await control(sandbox, 'events/deliver-out-of-order')
  await until('all of them', () => receiver.received.length === before * 2)
  expect(receiver.received.slice(before).map((message) => message.id)).toEqual(
    Object.keys(sandbox.state.events).toReversed(),
  )
})
