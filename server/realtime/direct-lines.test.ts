import { randomUUID } from 'node:crypto'
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import pg from 'pg'
import type { Socket as PageSocket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Message } from '#contract/conversation-schemas.ts'
import { freePort } from '#scripts/ports.ts'
import { createPool } from '#server/db/pool.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { createLog } from '#server/logging/log.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildDeal } from '#tests/support/builders.ts'
import {
  connected,
  next,
  openLines,
  type OwnProcess,
  type SocketProcess,
  startOwnProcess,
  startSockets,
} from '#tests/support/sockets.ts'
import { createDirectLines, type DirectLines, type Peer } from './direct-lines.ts'
import { LINE_CHANNEL, type News } from './news.ts'
import { flushPublished, publishMessage, publishNow } from './publisher.ts'
import { forgetDeadLines, LINE_NAME } from './subscription-store.ts'
import { EVERY_LINE } from './topics.ts'

/** Two processes that reach each other directly; the API publishes as a third process, through PostgreSQL. */
let api: TestApi
let first: OwnProcess
let second: OwnProcess
/** Records what PostgreSQL sends to each line. */
let spy: pg.Client
const notified: string[] = []

async function startProcess(): Promise<OwnProcess> {
  const peerAddress = { host: '127.0.0.1', port: await freePort() }
  return startOwnProcess(api, { config: { ...api.deps.config, peerAddress } })
}

const peerOf = (line: string) =>
  oneRow<{ address: string; secret: string }>(
    api.pool,
    sql`select reached_at as address, reached_with as secret from realtime_lines where line = ${line}`,
  )

beforeAll(async () => {
  api = await startApi()
  first = await startProcess()
  second = await startProcess()
  spy = new pg.Client({ connectionString: api.deps.config.databaseUrl })
  await spy.connect()
  spy.on('notification', ({ payload = '' }) => notified.push(payload))
  for (const line of await openLines(api)) await spy.query(`listen ${LINE_CHANNEL}${line}`)
})
afterAll(async () => {
  await spy.end()
  await first.close()
  await second.close()
  await api.close()
})

const pages: PageSocket[] = []
const lines: DirectLines[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) page.disconnect()
  for (const line of lines.splice(0)) await line.close()
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function page(process: SocketProcess, as: BuiltUser): Promise<PageSocket> {
  const socket = await connected(process, as)
  pages.push(socket)
  return socket
}

/** The number of notifications PostgreSQL sent about this. */
async function notificationsAbout(text: string): Promise<number> {
  for (const pool of [api.pool, api.deps.pool, first.pool, second.pool]) await flushPublished(pool)
  await spy.query('select 1')
  return notified.filter((payload) => payload.includes(text)).length
}

const changed = (people: string[], topic: string): News => ({
  kind: 'changed',
  people,
  topics: [topic],
  project_id: null,
})

/** Publishes from one process until its news arrives directly at a page of the other. */
async function untilDirect(from: OwnProcess, to: PageSocket, who: BuiltUser): Promise<void> {
  await expect
    .poll(async () => {
      const topic = randomUUID()
      const heard = next(to, 'changed')
      await publishNow(from.pool, [changed([who.id], topic)])
      await heard
      return notificationsAbout(topic)
    })
    .toBe(0)
}

it('a message reaches the page of another process without a notification and without being read again', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  const to = await page(second, creator)
  await untilDirect(first, to, creator)
  const { body: stored } = await api.call(seller, 'messages.send', {
    params: { id: conversation.id },
    body: { content: 'As it was stored' },
  })
  // A text that differs from the stored one: the page receives what was sent.
  const message: Message = { ...stored, id: randomUUID(), content: 'As it was sent' }
  const heard = new Promise<Message>((resolve) =>
    to.on('message:insert', (one: Message) => one.id === message.id && resolve(one)),
  )
  await publishMessage(first.pool, { message, people: [seller.id, creator.id] })
  expect(await heard).toEqual(message)
  expect(await notificationsAbout(message.id)).toBe(0)
})

it('processes without an address are notified, and notify those that have one', async () => {
  const { seller, creator } = await buildDeal(api.pool)
  const plain = await startSockets(api, { pool: createPool(api.deps.config.databaseUrl, 2) })
  try {
    const [here, there] = [await page(plain, seller), await page(second, creator)]
    await untilDirect(first, there, creator)
    const heard = [here, there].map((socket) => next(socket, 'changed'))
    await publishNow(first.pool, [changed([seller.id, creator.id], 'both')])
    await Promise.all(heard)
    const again = next(there, 'changed')
    await publishNow(api.pool, [changed([creator.id], 'from without')])
    await again
    expect(await notificationsAbout('from without')).toBe(1)
  } finally {
    await plain.close()
  }
})

it('news sent after a connection breaks is still delivered, and later news goes directly again', async () => {
  const { creator } = await buildDeal(api.pool)
  const to = await page(second, creator)
  await untilDirect(first, to, creator)
  // Its line breaks and is registered again, under another name but with the same secret.
  const resync = next(to, 'resync')
  await execute(
    api.pool,
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${LINE_NAME + second.line}`,
  )
  await resync
  // Its rows stay until the clean-up finds them: anything sent to them in the meantime is lost with the line. PostgreSQL
  // may list the broken connection a moment longer.
  await expect
    .poll(async () => {
      await forgetDeadLines(api.pool)
      return openLines(api)
    })
    .not.toContain(second.line)
  const [line = ''] = (await openLines(api)).filter((one) => one !== first.line)
  second.line = line
  await spy.query(`listen ${LINE_CHANNEL}${line}`)
  const heard = next(to, 'changed')
  await publishNow(first.pool, [changed([creator.id], 'after the break')])
  await heard
  await untilDirect(first, to, creator)
})

it.each([
  ['another secret', (peer: Peer) => ({ ...peer, secret: '00'.repeat(32) })],
  ['another line', (peer: Peer) => ({ ...peer, line: 'someone' })],
])('a connection with %s is refused', async (_, change) => {
  const { address, secret } = await peerOf(second.line)
  const { line, ...to } = change({ line: second.line, address: asPeer(address), secret })
  const socket = connectTls({
    ...to.address,
    ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
    maxVersion: 'TLSv1.2',
    pskCallback: () => ({ psk: Buffer.from(to.secret, 'hex'), identity: line }),
    checkServerIdentity: () => undefined,
  })
  sockets.push(socket)
  expect(await outcome(socket)).not.toBe('open')
})

it('invalid data ends the connection and nothing else', async () => {
  const { creator } = await buildDeal(api.pool)
  const to = await page(second, creator)
  const { address, secret } = await peerOf(second.line)
  for (const text of ['no json\n', '{"kind":"changed"}\n', 'x'.repeat(4_100_000)]) {
    const socket = connectTls({
      ...asPeer(address),
      ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
      maxVersion: 'TLSv1.2',
      pskCallback: () => ({ psk: Buffer.from(secret, 'hex'), identity: second.line }),
      checkServerIdentity: () => undefined,
    })
    sockets.push(socket)
    expect(await outcome(socket)).toBe('open')
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(text)
    await closed
  }
  await untilDirect(first, to, creator)
})

function outcome(socket: TLSSocket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve('open'))
    socket.once('error', (error) => resolve(error.message))
    socket.once('close', () => resolve('closed'))
  })
}

const asPeer = (address: string) => ({
  host: address.slice(0, address.lastIndexOf(':')),
  port: Number(address.slice(address.lastIndexOf(':') + 1)),
})

/** A process that sends, and the address of a process that accepts connections through a link that can fall silent. */
async function overSilentLink() {
  const heard: News[] = []
  const lost: News[] = []
  const patience = { holdMs: 20, ackMs: 2_000, retryMs: 50, idleMs: 60_000 }
  const log = createLog('silent')
  const start = async (name: string) => {
    const address = { host: '127.0.0.1', port: await freePort() }
    const made = createDirectLines({
      address,
      line: () => name,
      heard: (news) => void heard.push(...news),
      lost: (_, news) => void lost.push(...news),
      log,
      patience,
    })
    lines.push(made)
    await made.listening
    return { made, address }
  }
  const sender = await start('sender')
  const reader = await start('reader')
  let isSilent = false
  let answers = 0
  const link = createServer((from) => {
    const to = connectTo(reader.address)
    sockets.push(from, to)
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const) {
      a.on('data', (bytes) => {
        if (a === to) answers += 1
        if (!isSilent) b.write(bytes)
      })
      a.on('error', () => b.destroy())
      a.on('close', () => b.destroy())
    }
  })
  await new Promise<void>((resolve) => link.listen(0, '127.0.0.1', resolve))
  const address = { host: '127.0.0.1', port: (link.address() as AddressInfo).port }
  const secret = reader.made.own()?.secret ?? ''
  const peer = { line: 'reader', address, secret }
  return {
    heard,
    lost,
    send: (topic: string) => sender.made.send(peer, [changed(['someone'], topic)]),
    /** The number of times the reader has written back so far. */
    answers: () => answers,
    silence: (is: boolean) => (isSilent = is),
    end: () => link.close(),
  }
}

it('news not acknowledged in time is all handed back, and the connection is re-established', async () => {
  const { heard, lost, send, answers, silence, end } = await overSilentLink()
  try {
    expect(send('not connected yet')).toBe(false)
    await expect.poll(() => send('connected')).toBe(true)
    const before = answers()
    await expect.poll(() => heard.length).toBe(1)
    // Its acknowledgement, which must not fall into the silence.
    await expect.poll(answers).toBeGreaterThan(before)
    silence(true)
    expect([send('silent 1'), send('silent 2')]).toEqual([true, true])
    await expect
      .poll(() => lost.map((one) => 'topics' in one && one.topics[0]))
      .toEqual(['silent 1', 'silent 2'])
    silence(false)
    await expect.poll(() => send('again')).toBe(true)
    await expect.poll(() => heard.length).toBe(2)
    expect(lost).toHaveLength(2)
  } finally {
    end()
  }
})

it('a stuck reader is dropped before much is buffered for it', async () => {
  const { lost, send, silence, end } = await overSilentLink()
  try {
    await expect.poll(() => send('first')).toBe(true)
    silence(true)
    let sent = 0
    while (send(`number ${sent}`)) sent += 1
    expect(sent).toBeLessThanOrEqual(1_000)
    await expect.poll(() => lost.length).toBeGreaterThanOrEqual(sent)
  } finally {
    end()
  }
})

it('a process whose port is taken offers no direct address', async () => {
  const { address } = await peerOf(second.line)
  const made = createDirectLines({
    address: asPeer(address),
    line: () => 'late',
    heard: () => undefined,
    lost: () => undefined,
    log: createLog('silent'),
  })
  lines.push(made)
  await made.listening
  expect(made.own()).toBeNull()
})

it('the address of a dead process is removed with its subscriptions', async () => {
  const dead = randomUUID()
  await execute(
    api.pool,
    sql`insert into realtime_lines (line, reached_at, reached_with) values (${dead}, '127.0.0.1:1', 'none')`,
  )
  await execute(
    api.pool,
    sql`insert into realtime_subscriptions (topic, line) values (${EVERY_LINE}, ${dead})`,
  )
  await forgetDeadLines(api.pool)
  const left = await rows<{ line: string }>(api.pool, sql`select line from realtime_lines`)
  expect(left.map(({ line }) => line).toSorted()).toEqual([first.line, second.line].toSorted())
})
