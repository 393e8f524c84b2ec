import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PUSH_TTL_SECONDS, type PushContent } from '#contract/push.ts'
import { tick } from '#server/clocks/tick.ts'
import { pushConfig } from '#server/config/push-config.ts'
import { execute, maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type PushSandbox, startPushSandbox } from '#sandbox/push/push-sandbox.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildMessage,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { noticeFacts } from '#tests/support/notice-facts.ts'
import { TEST_PUSH_KEY } from '#tests/support/push-key.ts'
import { openSession } from '#tests/support/push.ts'
import { digestClocks } from './digest-clock.ts'
import { insertNotification } from './notification-store.ts'
import { pushLater } from './notification-pushes.ts'
import { pushTasks } from './push-tasks.ts'
import { recordEvent } from './record-event.ts'

let sandbox: PushSandbox
let api: TestApi
let key = ''
beforeAll(async () => {
  sandbox = await startPushSandbox({ port: 0, host: '127.0.0.1' })
  const push = pushConfig(
    { VAPID_PRIVATE_KEY: TEST_PUSH_KEY },
    { supportEmail: 'help@market.example', sandboxOrigin: sandbox.url },
  )
  key = push?.publicKey ?? ''
  api = await startApi({ config: { push } })
})
afterAll(async () => {
  await api.close()
  await sandbox.close()
})
beforeEach(() => {
  sandbox.answerWith(null)
  api.setNow(null)
})

/** A seller with a registered browser, and its endpoint. */
async function reachable(): Promise<BuiltUser & { endpoint: string }> {
  const person = await buildSeller(api.pool)
  await openSession(api.pool, person)
  const { endpoint, keys } = sandbox.subscribe(key)
  const { status } = await api.call(person, 'push.subscribe', { body: { endpoint, ...keys } })
  expect(status).toBe(200)
  return { ...person, endpoint }
}

const FACTS = noticeFacts({ words: 'What I wrote to you alone.' })

/** Raises a notice as `notify` does; returns its number, or null if this person already has it. */
async function raise(person: BuiltUser, cause = `event:${randomUUID()}`): Promise<number | null> {
  return inTransaction(api.pool, async (tx) => {
    const id = await insertNotification(tx, {
      userId: person.id,
      otherId: null,
      cause,
      notice: 'application.submit',
      audience: 'seller',
      kind: 'applications',
      facts: FACTS,
      page: `/projects/${FACTS.project_id}`,
    })
    if (id !== null) await pushLater(tx, person.id, id)
    return id
  })
}

interface Waiting {
  id: string
  name: 'notifications.push' | 'push.send'
  payload: never
}

/** The queued pushes of one person. */
const waiting = () =>
  rows<Waiting>(
    api.pool,
    sql`select jobs.id::text as id, tasks.identifier as name, jobs.payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier in ('notifications.push', 'push.send') and jobs.run_at <= ${api.deps.clock()} order by jobs.id`,
  )

/**
 * Runs the queue until it is empty; `before` runs when the decisions are made and nothing is sent yet. Returns what
 * failed.
 */
async function work(before?: () => Promise<unknown>): Promise<Error[]> {
  const failed: Error[] = []
  for (let round = 0; round < 2; round += 1) {
    for (const { id, name, payload } of await waiting()) {
      await execute(api.pool, sql`select graphile_worker.complete_jobs(${[id]}::bigint[])`)
      const task = pushTasks(api.deps)[name]
      await task(payload).catch((error: Error) => failed.push(error))
    }
    if (round === 0) await before?.()
  }
  return failed
}

const receivedBy = (endpoint: string) =>
  sandbox.received().filter((push) => push.endpoint === endpoint)
const contentOf = (endpoint: string) =>
  receivedBy(endpoint).map(({ payload }) => JSON.parse(payload) as PushContent)
const fateOf = async (id: number | null) =>
  (
    await oneRow<{ push: string | null }>(
      api.pool,
      sql`select push from notifications where id = ${id}`,
    )
  ).push
const subscriptionAt = (endpoint: string) =>
  maybeRow<{ failures: number; last_success_at: string | null }>(
    api.pool,
    sql`select failures, last_success_at from push_subscriptions where endpoint = ${endpoint}`,
  )

describe('a push is not sent', () => {
  test('for a notification that was read, before or after the decision to push', async () => {
    const person = await reachable()
    const read = async (id: number | null) =>
      api.call(person, 'notifications.read', { params: { id: String(id) } })
    const early = await raise(person)
    await read(early)
    await work()
    expect(await fateOf(early)).toBe('read')
    const late = await raise(person)
    await work(() => read(late))
    expect(await fateOf(late)).toBe('sent')
    expect(receivedBy(person.endpoint)).toEqual([])
  })

  test('for a kind that its reader switched off, or never asked for', async () => {
    const person = await reachable()
    await api.call(person, 'notifications.prefer', { body: { kind: 'applications', push: false } })
    const id = await raise(person)
    await work()
    expect(await fateOf(id)).toBe('off')
    await execute(api.pool, sql`delete from notification_preferences where user_id = ${person.id}`)
    const another = await raise(person)
    await work()
    expect(await fateOf(another)).toBe('off')
    expect(receivedBy(person.endpoint)).toEqual([])
  })

  test('for a page that its reader is looking at', async () => {
    const person = await reachable()
    const path = `/projects/${FACTS.project_id}`
    await api.call(person, 'notifications.seen', { body: { path } })
    const id = await raise(person)
    await work()
    expect(await fateOf(id)).toBe('looking')
    expect(receivedBy(person.endpoint)).toEqual([])
  })

  test('to a banned person, whose subscriptions are deleted', async () => {
    for (const isDecided of [false, true]) {
      const person = await reachable()
      const ban = () =>
        execute(
          api.pool,
          sql`update auth.users set banned_until = 'infinity' where id = ${person.id}`,
        )
      await raise(person)
      if (!isDecided) await ban()
      await work(ban)
      expect(receivedBy(person.endpoint)).toEqual([])
      expect(await subscriptionAt(person.endpoint)).toBeNull()
    }
  })

  test('to a session that was ended or has expired', async () => {
    const [ended, over] = [await reachable(), await reachable()]
    await raise(ended)
    await raise(over)
    await work(async () => {
      await execute(api.pool, sql`delete from auth.sessions where id = ${ended.id}`)
      await execute(api.pool, sql`update auth.sessions set not_after = now() where id = ${over.id}`)
    })
    expect(receivedBy(ended.endpoint)).toEqual([])
    expect(receivedBy(over.endpoint)).toEqual([])
  })

  test('to the next account that signs in at the same browser', async () => {
    const [first, next] = [await reachable(), await buildSeller(api.pool)]
    await openSession(api.pool, next)
    await raise(first)
    await work(() =>
      execute(
        api.pool,
        sql`update push_subscriptions set user_id = ${next.id}, session_id = ${next.id} where endpoint = ${first.endpoint}`,
      ),
    )
    expect(receivedBy(first.endpoint)).toEqual([])
  })

  test('once it is older than a push may wait', async () => {
    const person = await reachable()
    await raise(person)
    api.setNow(new Date(Date.now() + (PUSH_TTL_SECONDS + 60) * 1_000))
    expect(await work()).toEqual([])
    expect(receivedBy(person.endpoint)).toEqual([])
  })

  test('to a person without a subscribed browser: no job is queued at all', async () => {
    const person = await buildSeller(api.pool)
    const before = (await waiting()).length
    await raise(person)
    expect(await waiting()).toHaveLength(before)
  })

  test('when no push key is configured', async () => {
    const person = await reachable()
    const id = await raise(person)
    const off = pushTasks({ ...api.deps, config: { ...api.deps.config, push: null } })
    await off['notifications.push']({ notification_id: id ?? 0 })
    expect(await fateOf(id)).toBeNull()
    await work()
  })
})

test('a push contains only a tag, a title, its kind and its path', async () => {
  const person = await reachable()
  const id = await raise(person)
  expect(await work()).toEqual([])
  const [content] = contentOf(person.endpoint)
  expect(content).toEqual({
    tag: `notice-${id}`,
    title: expect.stringContaining('Three reels'),
    kind: 'applications',
    path: expect.stringMatching(`^/projects/${FACTS.project_id}`),
  })
  expect(JSON.stringify(content)).not.toContain(FACTS.words)
  const [push] = receivedBy(person.endpoint)
  expect(push?.topic).toBe(`notice${id}`)
  expect(push?.ttl).toBeGreaterThan(PUSH_TTL_SECONDS - 120)
  expect(await subscriptionAt(person.endpoint)).toMatchObject({
    failures: 0,
    last_success_at: expect.any(String),
  })
})

test('a repeated event and a repeated job send one push per browser', async () => {
  const person = await reachable()
  const elsewhere = sandbox.subscribe(key)
  const { id: sessionId } = await oneRow<{ id: string }>(
    api.pool,
    sql`insert into auth.sessions (user_id, refresh_key, refreshed_at)
      values (${person.id}, ${Buffer.alloc(32)}, now()) returning id`,
  )
  await execute(
    api.pool,
    sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
      values (${person.id}, ${sessionId}, ${elsewhere.endpoint}, ${elsewhere.keys.p256dh}, ${elsewhere.keys.auth}, now())`,
  )
  const id = await raise(person, 'event:77')
  expect(await raise(person, 'event:77')).toBeNull()
  const again = { notification_id: id ?? 0 }
  await Promise.all([1, 2].map(() => pushTasks(api.deps)['notifications.push'](again)))
  await work()
  await pushTasks(api.deps)['notifications.push'](again)
  await work()
  expect(receivedBy(person.endpoint)).toHaveLength(1)
  expect(receivedBy(elsewhere.endpoint)).toHaveLength(1)
})

test('a submitted application is pushed to the brand', async () => {
  const person = await reachable()
  const project = await buildProject(api.pool, { seller: person })
  const creator = await buildCreator(api.pool)
  const { id } = await buildApplication(api.pool, { project, creator })
  await inTransaction(api.pool, (tx) =>
    recordEvent(tx, {
      entity: 'application',
      entityId: id,
      move: 'submit',
      actorId: creator.id,
      projectId: project.id,
      from: null,
      to: 'pending',
    }),
  )
  await work()
  expect(contentOf(person.endpoint)).toMatchObject([{ kind: 'applications' }])
})

describe('when the push service responds with', () => {
  test.each([404, 410])('%i, the subscription is deleted', async (status) => {
    const person = await reachable()
    await raise(person)
    sandbox.answerWith({ status })
    expect(await work()).toEqual([])
    expect(await subscriptionAt(person.endpoint)).toBeNull()
  })

  test('500, the job fails, and a later success resets the failure count', async () => {
    const person = await reachable()
    const id = await raise(person)
    sandbox.answerWith({ status: 500 })
    const [failure, ...others] = await work()
    expect(others).toEqual([])
    expect(failure?.message).toBe('the push service: status 500')
    expect(await subscriptionAt(person.endpoint)).toMatchObject({ failures: 1 })
    sandbox.answerWith(null)
    const { id: subscription } = await oneRow<{ id: number }>(
      api.pool,
      sql`select id from push_subscriptions where endpoint = ${person.endpoint}`,
    )
    await pushTasks(api.deps)['push.send']({
      subscription_id: subscription,
      user_id: person.id,
      notification_id: id ?? 0,
    })
    expect(receivedBy(person.endpoint)).toHaveLength(1)
    expect(await subscriptionAt(person.endpoint)).toMatchObject({ failures: 0 })
  })

  test('429 and Retry-After, the push is sent after that time and not before', async () => {
    const person = await reachable()
    await raise(person)
    sandbox.answerWith({ status: 429, retryAfterSeconds: 120 })
    expect(await work()).toEqual([])
    sandbox.answerWith(null)
    await work()
    expect(receivedBy(person.endpoint)).toEqual([])
    api.setNow(new Date(Date.now() + 130_000))
    await work()
    expect(receivedBy(person.endpoint)).toHaveLength(1)
  })

  test('403, the push is not retried and the subscription is kept', async () => {
    const person = await reachable()
    await raise(person)
    sandbox.answerWith({ status: 403 })
    expect(await work()).toEqual([])
    expect(await subscriptionAt(person.endpoint)).toMatchObject({ failures: 1 })
  })
})

test('unread messages are pushed with the digest, without any of their text', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  await openSession(api.pool, seller)
  const { endpoint, keys } = sandbox.subscribe(key)
  await api.call(seller, 'push.subscribe', { body: { endpoint, ...keys } })
  await buildMessage(api.pool, { conversation, sender: creator })
  api.setNow(new Date(Date.now() + 11 * 60_000))
  for (let times = 0; times < 2; times += 1) await tick(api.deps, digestClocks)
  await work()
  expect(contentOf(endpoint)).toEqual([
    {
      tag: `conversation-${conversation.id}`,
      title: expect.stringMatching(/ wrote to you$/),
      kind: 'messages',
      path: `/messages/${conversation.id}`,
    },
  ])
  // Read before it could be sent: nothing is sent.
  await buildMessage(api.pool, { conversation, sender: creator })
  api.setNow(new Date(Date.now() + 22 * 60_000))
  await tick(api.deps, digestClocks)
  await execute(
    api.pool,
    sql`update messages set read_at = now() where conversation_id = ${conversation.id}`,
  )
  await work()
  expect(receivedBy(endpoint)).toHaveLength(1)
})

test('no push about unread messages names someone who was blocked after it was queued', async () => {
  const { seller, creator, conversation, project } = await buildDeal(api.pool)
  await openSession(api.pool, seller)
  const { endpoint, keys } = sandbox.subscribe(key)
  await api.call(seller, 'push.subscribe', { body: { endpoint, ...keys } })
  await buildMessage(api.pool, { conversation, sender: creator })
  await execute(api.pool, sql`update projects set status = 'completed' where id = ${project.id}`)
  api.setNow(new Date(Date.now() + 11 * 60_000))
  await tick(api.deps, digestClocks)
  await api.call(seller, 'blocks.add', { params: { id: creator.id } })
  await work()
  expect(receivedBy(endpoint)).toEqual([])
})
