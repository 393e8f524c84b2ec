import { randomUUID } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Socket as NetSocket } from 'node:net'
import pg from 'pg'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Message } from '#contract/conversation-schemas.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildCreator, buildDeal } from '#tests/support/builders.ts'
import {
  connected as connectedTo,
  join,
  next,
  openLines,
  type OwnProcess,
  type SocketProcess,
  socketTo,
  startOwnProcess,
} from '#tests/support/sockets.ts'
import { LINE_CHANNEL, NEWS_CHANNEL } from './news.ts'
import { createMissedUpdates } from './missed-updates.ts'
import { listenForNews, type OpenLine } from './news-line.ts'
import { flushPublished, publishMessage, publishNow } from './publisher.ts'
import { forgetDeadLines, notifySubscribers, subscribing } from './subscription-store.ts'
import { EVERY_LINE, userRoom } from './topics.ts'

let api: TestApi
let first: OwnProcess
let second: OwnProcess
/** Records what is sent to each line. */
let spy: pg.Client
/** How far the processes' clocks are ahead, in ms. */
let aheadMs = 0
const sent: { channel: string; payload: string }[] = []

/** The API publishes as a third process. */
const startProcess = () =>
  startOwnProcess(api, {
    linger: { forMs: 50, lookMs: 20 },
    missedUpdates: createMissedUpdates(() => performance.now() + aheadMs),
  })

const subscribersOf = async (topic: string) =>
  (
    await rows<{ line: string }>(
      api.pool,
      sql`select line from realtime_subscriptions where topic = ${topic}`,
    )
  ).map(({ line }) => line)

beforeAll(async () => {
  api = await startApi()
  first = await startProcess()
  second = await startProcess()
  spy = new pg.Client({ connectionString: api.deps.config.databaseUrl })
  await spy.connect()
  spy.on('notification', ({ channel, payload = '' }) => sent.push({ channel, payload }))
  for (const line of await openLines(api)) await spy.query(`listen ${LINE_CHANNEL}${line}`)
})
afterAll(async () => {
  await spy.end()
  await first.close()
  await second.close()
  await api.close()
})

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
async function connected(process: SocketProcess, as: { id: string }) {
  const socket = await connectedTo(process, as)
  open.push(socket)
  return socket
}

/** What was sent to the lines about this since the last call. */
async function sentAbout(text: string): Promise<string[]> {
  for (const pool of [api.pool, api.deps.pool, first.pool, second.pool]) await flushPublished(pool)
  await spy.query('select 1')
  const about = sent.splice(0).filter(({ payload }) => payload.includes(text))
  return about.map(({ channel }) => channel.slice(LINE_CHANNEL.length))
}

const send = async (as: { id: string }, conversation: { id: string }, content: string) =>
  (await api.call(as, 'messages.send', { params: { id: conversation.id }, body: { content } })).body

it('a message goes to the process that has a reader, and to no other', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  await connected(first, await buildCreator(api.pool))
  const socket = await connected(second, creator)
  const heard = next<Message>(socket, 'message:insert')
  const { id } = await send(seller, conversation, 'to one process')
  expect((await heard).id).toBe(id)
  expect(await sentAbout(id)).toEqual([second.line])
})

it('a message whose people have no page open wakes no process', async () => {
  const { seller, conversation } = await buildDeal(api.pool)
  await connected(first, await buildCreator(api.pool))
  const { id } = await send(seller, conversation, 'to no one')
  expect(await sentAbout(id)).toEqual([])
})

it('a process is not notified of what it publishes itself', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  const message = await send(seller, conversation, 'published by the first')
  await sentAbout(message.id)
  const [here, there] = [await connected(first, creator), await connected(second, seller)]
  const heard = Promise.all([here, there].map((socket) => next<Message>(socket, 'message:insert')))
  await publishMessage(first.pool, { message, people: [seller.id, creator.id] })
  expect((await heard).map(({ id }) => id)).toEqual([message.id, message.id])
  expect(await sentAbout(message.id)).toEqual([second.line])
})

it('a process subscribes to a conversation while a page shows it, and a moment longer', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  const other = await buildDeal(api.pool)
  const room = { conversation_id: conversation.id }
  const topic = `conversation:${conversation.id}`
  const [sellers, creators] = [await connected(first, seller), await connected(second, creator)]
  await join(creators, room)
  await join(sellers, room)
  expect((await subscribersOf(topic)).toSorted()).toEqual([first.line, second.line].toSorted())
  const typing = next(sellers, 'typing')
  creators.emit('typing', room)
  expect(await typing).toEqual({ ...room, user_id: creator.id })
  await sentAbout('')

  sellers.emit('leave', room)
  await expect.poll(() => subscribersOf(topic)).toEqual([second.line])
  await publishNow(api.pool, [{ kind: 'typing', ...room, user_id: creator.id }])
  expect(await sentAbout('"typing"')).toEqual([second.line])
  // Leaves and returns within a moment, and joins another conversation.
  sellers.emit('leave', { conversation_id: other.conversation.id })
  await join(sellers, room)
  sellers.emit('leave', room)
  await join(sellers, room)
  expect(await subscribersOf(topic)).toHaveLength(2)
  sellers.disconnect()
  await expect.poll(() => subscribersOf(userRoom(seller.id))).toEqual([])
})

it('nothing is lost between subscribing and the first read, however often someone connects', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  const writer = { isDone: false }
  const writing = (async () => {
    for (let n = 0; !writer.isDone; n += 1) await send(seller, conversation, `number ${n}`)
  })()
  try {
    for (let turn = 0; turn < 12; turn += 1) {
      const live = new Set<number>()
      const socket = socketTo(turn % 2 === 0 ? first.url : second.url, tokenOf(creator))
      socket.on('message:insert', ({ seq }: Message) => live.add(seq))
      await next(socket, 'connect')
      const page = { params: { id: conversation.id } }
      const { body: read } = await api.call(creator, 'messages.list', page)
      const last = read.at(-1)?.seq ?? 0
      const { seq } = await send(seller, conversation, 'the last one of this turn')
      await expect.poll(() => live.has(seq)).toBe(true)
      const expected = Array.from({ length: seq - last }, (_, n) => last + 1 + n)
      // Two processes publish; missing messages are still under way.
      await expect.poll(() => expected.filter((number) => !live.has(number))).toEqual([])
      socket.disconnect()
    }
  } finally {
    writer.isDone = true
    await writing
  }
})

it('a page learns that it is connected once its subscription is in place', async () => {
  const tx = await api.pool.connect()
  const creator = await buildCreator(api.pool)
  // A line that still unsubscribes from what an earlier test left would wait for the lock, too.
  const topics = async () =>
    (await rows(api.pool, sql`select from realtime_subscriptions where topic <> ${EVERY_LINE}`))
      .length
  await expect.poll(topics).toBe(0)
  try {
    await tx.query('begin; lock table realtime_subscriptions in share mode')
    const socket = socketTo(second.url, tokenOf(creator))
    open.push(socket)
    const connecting = next(socket, 'connect')
    const isWaiting = async () =>
      (
        await oneRow<{ count: number }>(
          api.pool,
          sql`select count(*)::int as count from pg_stat_activity
            where application_name like 'cartwright line %' and wait_event_type = 'Lock'`,
        )
      ).count
    await expect.poll(isWaiting).toBe(1)
    // A client that connects later and is refused has received its response by now.
    const late = socketTo(second.url, 'rubbish')
    open.push(late)
    await next(late, 'connect_error')
    expect(socket.connected).toBe(false)
    await tx.query('commit')
    await connecting
    expect(await subscribersOf(userRoom(creator.id))).toHaveLength(1)
  } finally {
    tx.release(true)
  }
})

it('a broken line subscribes again to everything before it counts as open', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  const socket = await connected(second, creator)
  const before = second.line
  // The state that a crash of PostgreSQL or a failover leaves: unlogged tables are empty, connections are closed.
  await execute(api.pool, sql`truncate realtime_subscriptions`)
  const resync = next(socket, 'resync')
  await execute(
    api.pool,
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'cartwright line %'`,
  )
  await resync
  const [after, ...more] = await subscribersOf(userRoom(creator.id))
  expect([typeof after, after === before, more]).toEqual(['string', false, []])
  const heard = next<Message>(socket, 'message:insert')
  const { id } = await send(seller, conversation, 'after the failover')
  expect((await heard).id).toBe(id)
})

it('the subscriptions of a dead process are removed, and none of the live ones', async () => {
  const socket = await connected(first, await buildCreator(api.pool))
  const dead = randomUUID()
  const { text, values } = subscribing(dead, [
    EVERY_LINE,
    ...Array.from({ length: 9 }, (_, n) => `user:${n}`),
  ])
  await api.pool.query(text, [...values])
  // In one snapshot: a living process also ends subscriptions of its own, a moment after a page has left.
  await inTransaction(api.pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    const living = () =>
      rows(tx, sql`select * from realtime_subscriptions where line <> ${dead} order by topic, line`)
    const before = await living()
    expect(await forgetDeadLines(tx)).toBe(10)
    expect(await living()).toEqual(before)
  })
  expect(socket.connected).toBe(true)
})

it('a thousand people are reached in fewer than 50 notifications, in order, each below 8,000 bytes', async () => {
  const line = randomUUID().replaceAll('-', '')
  const people = Array.from({ length: 1_000 }, () => randomUUID())
  const { text, values } = subscribing(line, people.map(userRoom))
  await api.pool.query(text, [...values])
  await spy.query(`listen ${LINE_CHANNEL}${line}`)
  sent.splice(0)
  const each = people.map((id, n) => ({
    kind: 'changed' as const,
    people: [id],
    topics: [`n${n}`],
    project_id: null,
  }))
  const all = { kind: 'changed' as const, people, topics: ['all'], project_id: null }
  await notifySubscribers(api.pool, [...each, all], null)
  await spy.query('select 1')
  const payloads = sent.splice(0).map(({ payload }) => payload)
  const news = payloads.flatMap((payload) => JSON.parse(payload) as typeof each)
  expect(news.slice(0, 1_000).flatMap(({ topics }) => topics)).toEqual(
    each.flatMap(({ topics }) => topics),
  )
  expect(news.slice(1_000).flatMap((one) => one.people)).toEqual(people)
  expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000)
  expect(payloads.length).toBeLessThan(50)
  await execute(api.pool, sql`delete from realtime_subscriptions where line = ${line}`)
})

it('a page is asked to catch up with what another process published before it connected', async () => {
  const { seller, creator } = await buildDeal(api.pool)
  const nobody = await buildCreator(api.pool)
  const witness = await connected(first, nobody)
  /** Filled when a page that connects now is asked to catch up. */
  const resyncs = async (who: { id: string }) => {
    const socket = socketTo(second.url, tokenOf(who), {
      auth: { token: tokenOf(who), page_age_ms: 20_000 },
    })
    open.push(socket)
    const asked: number[] = []
    socket.on('resync', () => asked.push(1))
    await next(socket, 'connect')
    await join(socket, null)
    return asked
  }
  aheadMs = 100_000
  expect(await resyncs(nobody)).toEqual([])
  const about = { topics: ['payments'], project_id: null }
  await publishNow(first.pool, [{ kind: 'changed', people: [seller.id], ...about }])
  const asked = await resyncs(seller)
  await expect.poll(() => asked.length).toBe(1)
  const notAsked = await resyncs(creator)
  // The question whether the creator missed something reaches the first process before what comes next: otherwise it
  // counts that as missed, too.
  const questioned = next(witness, 'changed')
  await publishNow(second.pool, [{ kind: 'changed', people: [nobody.id], ...about }])
  await questioned
  const proof = next(open.at(-1) as Socket, 'changed')
  await publishNow(first.pool, [{ kind: 'changed', people: [creator.id], ...about }])
  await proof
  expect([asked.length, notAsked.length]).toEqual([1, 0])
})

it('PostgreSQL ends the line of a process that reads nothing, so that its queue does not fill', async () => {
  const target = new URL(api.deps.config.databaseUrl)
  const fromDatabase: NetSocket[] = []
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    fromDatabase.push(server)
    client.pipe(server).pipe(client)
    for (const one of [client, server]) one.on('error', () => {})
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const through = new URL(api.deps.config.databaseUrl)
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  let line = { close: () => Promise.resolve() }
  const opened = await new Promise<OpenLine>((listening) => {
    line = listenForNews(through.href, { heard: () => {}, listening }, api.deps.log, 1_000)
  })
  const isThere = async () =>
    (
      await oneRow<{ there: boolean }>(
        api.pool,
        sql`select exists (select from pg_stat_activity where application_name = ${`cartwright line ${opened.id}`}) as there`,
      )
    ).there
  expect(await isThere()).toBe(true)
  for (const one of fromDatabase.splice(0)) one.pause()
  // More than the buffers of both sides hold.
  for (let n = 0; n < 40; n += 1)
    await execute(
      api.pool,
      sql`select pg_notify(${NEWS_CHANNEL}, '[' || repeat(' ', 7900) || ']') from generate_series(1, 200) n where pg_notify(${NEWS_CHANNEL}, n || repeat(' ', 7900)) is not null`,
    )
  await expect.poll(isThere).toBe(false)
  for (const one of fromDatabase) one.destroy()
  proxy.close()
  await line.close()
})
