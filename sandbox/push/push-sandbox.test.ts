import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { type PushSandbox, startPushSandbox } from './push-sandbox.ts'
import { browserKeys, decryptPush } from './web-push-decryption.ts'

/** The error of AES-GCM for a wrong tag. */
const NOT_OURS = /unable to authenticate/

const ours = webPush.generateVAPIDKeys()
const theirs = webPush.generateVAPIDKeys()

let sandbox: PushSandbox
beforeAll(async () => {
  sandbox = await startPushSandbox({ port: 0, host: '127.0.0.1' })
})
afterAll(() => sandbox.close())

async function send(
  subscription: webPush.PushSubscription,
  { keys = ours, headers = {} }: { keys?: webPush.VapidKeys; headers?: object } = {},
) {
  const details = webPush.generateRequestDetails(subscription, 'What happened', {
    vapidDetails: { subject: 'mailto:help@market.example', ...keys },
    TTL: 60,
    topic: 'notice1',
  })
  const answer = await fetch(subscription.endpoint, {
    method: 'POST',
    headers: { ...(details.headers as Record<string, string>), ...headers },
    body: new Uint8Array(details.body),
  })
  return answer.status
}

test('accepts and decrypts what is signed with the key of its subscription', async () => {
  const subscription = sandbox.subscribe(ours.publicKey)
  expect(await send(subscription)).toBe(201)
  expect(sandbox.received().at(-1)).toEqual({
    endpoint: subscription.endpoint,
    payload: 'What happened',
    ttl: 60,
    topic: 'notice1',
    subject: 'mailto:help@market.example',
  })
})

test('refuses a wrong key, a token for another service, a missing token or TTL, and another encoding', async () => {
  const subscription = sandbox.subscribe(ours.publicKey)
  const before = sandbox.received().length
  expect(await send(subscription, { keys: theirs })).toBe(403)
  const elsewhere = { ...subscription, endpoint: 'https://push.example/push/1' }
  const { headers } = webPush.generateRequestDetails(elsewhere, 'x', {
    vapidDetails: { subject: 'mailto:help@market.example', ...ours },
  })
  const { Authorization: authorization } = headers as Record<string, string>
  expect(await send(subscription, { headers: { Authorization: authorization } })).toBe(403)
  expect(await send(subscription, { headers: { Authorization: '' } })).toBe(403)
  expect(await send(subscription, { headers: { TTL: '' } })).toBe(400)
  expect(await send(subscription, { headers: { 'Content-Encoding': 'aesgcm' } })).toBe(415)
  expect(sandbox.received()).toHaveLength(before)
})

test('a push to an unknown subscription is answered with 410', async () => {
  const subscription = sandbox.subscribe(ours.publicKey)
  const endpoint = `${sandbox.url}/push/0f0f0f0f`
  expect(await send({ ...subscription, endpoint })).toBe(410)
})

test('only the subscribed browser can decrypt a push', () => {
  const keys = browserKeys()
  const subscription = {
    endpoint: 'https://push.example/1',
    keys: {
      p256dh: keys.pair.getPublicKey('base64url'),
      auth: keys.secret.toString('base64url'),
    },
  }
  const { body } = webPush.generateRequestDetails(subscription, 'For one browser')
  expect(decryptPush(keys, body)).toBe('For one browser')
  expect(() => decryptPush({ ...keys, secret: browserKeys().secret }, body)).toThrow(NOT_OURS)
  expect(() => decryptPush({ ...browserKeys(), secret: keys.secret }, body)).toThrow(NOT_OURS)
})
