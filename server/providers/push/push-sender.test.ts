import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pushConfig } from '#server/config/push-config.ts'
import { type PushSandbox, startPushSandbox } from '#sandbox/push/push-sandbox.ts'
import { TEST_PUSH_KEY } from '#tests/support/push-key.ts'
import { createPushSender, type PushTarget } from './push-sender.ts'

let sandbox: PushSandbox
beforeAll(async () => {
  sandbox = await startPushSandbox({ port: 0, host: '127.0.0.1' })
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.answerWith(null))

const configFor = (sandboxOrigin: string | null) => {
  const config = pushConfig(
    { VAPID_PRIVATE_KEY: TEST_PUSH_KEY },
    { supportEmail: 'help@market.example', sandboxOrigin },
  )
  if (config === null) throw new Error('web push is off')
  return config
}

function browser(): PushTarget {
  const { endpoint, keys } = sandbox.subscribe(configFor(null).publicKey)
  return { endpoint, ...keys }
}

const MESSAGE = { payload: '{"title":"Zoë 漢字"}', ttlSeconds: 600, topic: 'notice7' }
const send = (target = browser(), patienceMs = 10_000) =>
  createPushSender(configFor(sandbox.url), patienceMs)(target, MESSAGE)

test('an accepted message is decrypted by the browser, with its TTL and topic', async () => {
  const target = browser()
  expect(await send(target)).toEqual({ kind: 'accepted' })
  expect(sandbox.received().at(-1)).toEqual({
    endpoint: target.endpoint,
    payload: MESSAGE.payload,
    ttl: 600,
    topic: 'notice7',
    subject: 'mailto:help@market.example',
  })
})

test.each([404, 410])('status %i means the subscription is gone', async (status) => {
  sandbox.answerWith({ status })
  expect(await send()).toEqual({ kind: 'gone' })
})

test.each([301, 400, 403, 413])(
  'status %i is a permanent refusal; redirects are not followed',
  async (status) => {
    sandbox.answerWith({ status })
    expect(await send()).toEqual({ kind: 'refused', status })
  },
)

test.each([
  [{ status: 429, retryAfterSeconds: 30 }, 30_000],
  [{ status: 503, retryAfterSeconds: 999_999 }, 3_600_000],
  [{ status: 500 }, null],
])(
  'the answer %o means retry later, after any delay it names, capped at an hour',
  async (answer, waitMs) => {
    sandbox.answerWith(answer)
    const problem = `status ${answer.status}`
    expect(await send()).toEqual({ kind: 'later', problem, waitMs })
  },
)

test('no answer or an unreachable push service means retry later', async () => {
  sandbox.answerWith('nothing')
  expect(await send(browser(), 50)).toMatchObject({ kind: 'later', waitMs: null })
  const target = { ...browser(), endpoint: 'https://push.invalid/1' }
  expect(await send(target)).toMatchObject({ kind: 'later', waitMs: null })
})

test('nothing is sent to this machine, whatever was registered', async () => {
  const before = sandbox.attempts()
  const target = browser()
  expect(await createPushSender(configFor(null))(target, MESSAGE)).toEqual({ kind: 'gone' })
  const port = new URL(target.endpoint).port
  for (const endpoint of [`https://localhost:${port}/push/1`, 'https://127.0.0.1/push/1'])
    expect(await send({ ...target, endpoint })).toEqual({ kind: 'gone' })
  expect(sandbox.attempts()).toBe(before)
})

test('a subscription whose key is not a point on the curve counts as gone, and nothing is sent', async () => {
  const before = sandbox.attempts()
  expect(await send({ ...browser(), p256dh: 'p'.repeat(87) })).toEqual({ kind: 'gone' })
  expect(sandbox.attempts()).toBe(before)
})
