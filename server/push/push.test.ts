import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUSH_LIMITS, PUSHED_KINDS } from '#contract/push.ts'
import { deleteOwnSession } from '#server/auth/records/session-store.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  type BuiltUser,
  buildCreator,
  buildOperator,
  buildSeller,
} from '#tests/support/builders.ts'
import { openSession } from '#tests/support/push.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { pushState, subscribe } from './push-service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const browser = (endpoint = `https://push.example/${randomUUID()}`) => ({
  endpoint,
  p256dh: 'p'.repeat(87),
  auth: 'a'.repeat(22),
})

async function someone(): Promise<BuiltUser> {
  const person = await buildCreator(api.pool)
  await openSession(api.pool, person)
  return person
}

/** Another session of the same person. */
async function viewerElsewhere(person: BuiltUser) {
  const { id: sessionId } = await oneRow<{ id: string }>(
    api.pool,
    sql`insert into auth.sessions (user_id, refresh_key, refreshed_at)
      values (${person.id}, ${Buffer.alloc(32)}, now()) returning id`,
  )
  const viewer = {
    id: person.id,
    role: 'creator' as const,
    email: '',
    name: '',
    aal: 'aal1' as const,
  }
  return { ...viewer, sessionId }
}

const register = (as: BuiltUser, body: object = browser()) =>
  api.call(as, 'push.subscribe', { body })

const browsersOf = (person: BuiltUser) =>
  rows<{ endpoint: string; session_id: string }>(
    api.pool,
    sql`select endpoint, session_id from push_subscriptions where user_id = ${person.id} order by created_at, id`,
  )

describe('push registration refuses', () => {
  test.each([
    'http://push.example/1',
    'https://localhost/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://169.254.169.254/latest/meta-data',
    'https://push.example:22/1',
    'not an address',
  ])('an endpoint that is not on the Internet: %s', async (endpoint) => {
    const person = await someone()
    expectRefusal(await register(person, browser(endpoint)), 'push.endpoint_refused')
    expect(await browsersOf(person)).toEqual([])
  })

  test('keys of the wrong length or alphabet, and an endpoint that is too long', async () => {
    const person = await someone()
    for (const p256dh of ['', 'p'.repeat(86), 'p'.repeat(88), `${'p'.repeat(86)}+`])
      expectInvalid(await register(person, { ...browser(), p256dh }), 'p256dh')
    expectInvalid(await register(person, { ...browser(), auth: 'a'.repeat(21) }), 'auth')
    const endpoint = 'https://push.example/'.padEnd(PUSH_LIMITS.endpoint + 1, 'x')
    expectInvalid(await register(person, browser(endpoint)), 'endpoint')
  })

  test('a session that is over', async () => {
    const person = await buildCreator(api.pool)
    expectRefusal(await register(person), 'request.unauthenticated')
  })

  test('another person’s browser if its secret does not match', async () => {
    const [owner, thief] = [await someone(), await someone()]
    const body = browser()
    await register(owner, body)
    expectRefusal(await register(thief, { ...body, auth: 'b'.repeat(22) }), 'push.not_yours')
    expect(await browsersOf(owner)).toHaveLength(1)
    expect(await browsersOf(thief)).toEqual([])
  })

  test('every browser when no push key is configured', async () => {
    const off = { ...api.deps, config: { ...api.deps.config, push: null } }
    const viewer = await viewerElsewhere(await someone())
    await expect(subscribe(off, viewer, browser(), new Date())).rejects.toMatchObject({
      code: 'push.off',
    })
    expect(await pushState(off, viewer)).toEqual({ subscribed: false, server_key: null })
  })
})

test('a browser is registered once, and forgotten on request', async () => {
  const person = await someone()
  const key = api.deps.config.push?.publicKey
  const state = async () => (await api.call(person, 'push.state')).body
  expect(await state()).toEqual({ subscribed: false, server_key: key })
  const body = browser()
  for (let times = 0; times < 2; times += 1)
    expect((await register(person, body)).body).toEqual({ subscribed: true })
  expect(await state()).toEqual({ subscribed: true, server_key: key })
  expect(await browsersOf(person)).toHaveLength(1)
  // The browser created another subscription.
  const renewed = browser()
  await register(person, renewed)
  expect(await browsersOf(person)).toEqual([{ endpoint: renewed.endpoint, session_id: person.id }])
  for (let times = 0; times < 2; times += 1)
    expect((await api.call(person, 'push.unsubscribe')).body).toEqual({ subscribed: false })
  expect(await browsersOf(person)).toEqual([])
})

test('the next person at a browser takes it over', async () => {
  const [first, next] = [await someone(), await someone()]
  const body = browser()
  await register(first, body)
  await register(next, body)
  expect(await browsersOf(first)).toEqual([])
  expect(await browsersOf(next)).toHaveLength(1)
})

test('an eleventh browser replaces the oldest, even when eight are added at once', async () => {
  const person = await someone()
  const viewers = []
  for (let at = 0; at < PUSH_LIMITS.browsers + 8; at += 1)
    viewers.push(await viewerElsewhere(person))
  const at = (second: number) => new Date(Date.UTC(2031, 0, 1, 0, 0, second))
  for (const [place, viewer] of viewers.slice(0, PUSH_LIMITS.browsers).entries())
    await subscribe(api.deps, viewer, browser(), at(place))
  await Promise.all(
    viewers
      .slice(PUSH_LIMITS.browsers)
      .map((viewer) => subscribe(api.deps, viewer, browser(), at(30))),
  )
  const left = (await browsersOf(person)).map(({ session_id }) => session_id)
  const newest = viewers.slice(8).map(({ sessionId }) => sessionId)
  expect(left.toSorted()).toEqual(newest.toSorted())
})

test('signing out on a device forgets its browser, and no other', async () => {
  const person = await someone()
  await register(person)
  const elsewhere = await viewerElsewhere(person)
  await subscribe(api.deps, elsewhere, browser(), new Date())
  await deleteOwnSession(api.deps.pool, person.id, person.id)
  expect(await browsersOf(person)).toMatchObject([{ session_id: elsewhere.sessionId }])
})

test('a ban forgets every browser', async () => {
  const person = await someone()
  await register(person)
  await api.call(await buildOperator(api.pool), 'operator.ban', {
    params: { id: person.id },
    body: { reason: 'Sold followers.', days: null },
  })
  expect(await browsersOf(person)).toEqual([])
})

test('a first browser starts with the kinds its user gets mails about; later choices are kept', async () => {
  const person = await buildSeller(api.pool)
  await openSession(api.pool, person)
  const pushed = async () =>
    (await api.call(person, 'notifications.preferences')).body
      .filter(({ push }) => push)
      .map(({ kind }) => kind)
  expect(await pushed()).toEqual([])
  await api.call(person, 'notifications.prefer', { body: { kind: 'payments', email: false } })
  await register(person)
  expect(await pushed()).toEqual(PUSHED_KINDS.filter((kind) => kind !== 'payments'))
  await api.call(person, 'notifications.prefer', { body: { kind: 'reviews', push: false } })
  await api.call(person, 'notifications.prefer', { body: { kind: 'payments', push: true } })
  await register(person)
  expect(await pushed()).toEqual(PUSHED_KINDS.filter((kind) => kind !== 'reviews'))
  const { body } = await api.call(person, 'notifications.preferences')
  expect(body.find(({ kind }) => kind === 'payments')).toMatchObject({ email: false, push: true })
})

test('no response contains a subscription’s address or keys', async () => {
  const person = await someone()
  const body = browser()
  await register(person, body)
  for (const key of ['push.state', 'sessions.list', 'notifications.preferences'] as const) {
    const answer = JSON.stringify((await api.call(person, key)).body)
    expect(answer).not.toContain(body.endpoint)
    expect(answer).not.toContain(body.p256dh)
  }
})
