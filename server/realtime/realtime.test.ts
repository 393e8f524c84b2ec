import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '#contract/conversation-schemas.ts'
import type { Authenticate } from '#server/http/routes.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildCreator, buildDeal } from '#tests/support/builders.ts'
import { createRealtime, type Realtime } from './realtime.ts'

/** One process' socket on a port of its own. */
interface Process {
  url: string
  realtime: Realtime
  close(): Promise<void>
}

let api: TestApi
let first: Process
let second: Process
let stopJobs: () => Promise<void>
/** Tokens whose session is over. */
const ended = new Set<string>()
const authenticate: Authenticate = (token) =>
  ended.has(token) ? Promise.resolve(null) : api.authenticate(token)

async function startProcess(): Promise<Process> {
  const httpServer = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve))
  const realtime = createRealtime({ ...api.deps, httpServer, authenticate, recheckMs: 50 })
  return {
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
    realtime,
    async close() {
      await realtime.close()
      httpServer.closeAllConnections()
      await new Promise((resolve) => httpServer.close(resolve))
    },
  }
}

beforeAll(async () => {
  api = await startApi()
  first = await startProcess()
  second = await startProcess()
  // The queue is worked by one process only: the other's sockets are reached through PostgreSQL.
  const nothing = async () => undefined
  const tasks = {
    'mail.send': nothing,
    'payments.release': nothing,
    'payments.refund': nothing,
    'payments.event': nothing,
    'payments.return_duplicate': nothing,
    ...first.realtime.tasks,
  }
  const runner = await startJobs(api.pool, tasks, api.deps.log)
  stopJobs = () => runner.stop()
})
afterAll(async () => {
  await stopJobs()
  await first.close()
  await second.close()
  await api.close()
})

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

function socketTo(
  process: Process,
  token: unknown,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Socket {
  const socket = io(process.url, {
    path: '/realtime',
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...options,
  })
  open.push(socket)
  return socket
}

const next = <T>(socket: Socket, event: string) =>
  new Promise<T>((resolve) => socket.once(event, resolve))

async function connected(process: Process, as: { id: string }): Promise<Socket> {
  const socket = socketTo(process, tokenOf(as))
  await next(socket, 'connect')
  return socket
}

/** What a connection attempt comes to: 'connected', or why not. */
const attempt = (socket: Socket) =>
  Promise.race([
    next(socket, 'connect').then(() => 'connected'),
    next<Error>(socket, 'connect_error').then((error) => error.message),
  ])

const join = (socket: Socket, room: unknown): Promise<{ ok: boolean }> =>
  socket.emitWithAck('join', room)

describe('connecting', () => {
  it('takes a signed-in person and refuses everybody else', async () => {
    const creator = await buildCreator(api.pool)
    expect(await attempt(socketTo(first, tokenOf(creator)))).toBe('connected')
    const over = await buildCreator(api.pool)
    ended.add(tokenOf(over))
    for (const token of [tokenOf(over), 'rubbish', '', undefined, { id: creator.id }, 7]) {
      expect(await attempt(socketTo(first, token)), JSON.stringify(token)).toBe(
        'request.unauthenticated',
      )
    }
  })

  it('takes no page of another site', async () => {
    const creator = await buildCreator(api.pool)
    const from = (origin: string) =>
      attempt(socketTo(first, tokenOf(creator), { extraHeaders: { origin } }))
    expect(await from('https://evil.example')).not.toBe('connected')
    expect(await from('null')).not.toBe('connected')
    expect(await from(api.deps.config.publicUrl)).toBe('connected')
    expect(await from(first.url)).toBe('connected')
  })

  it('ends with the session', async () => {
    const creator = await buildCreator(api.pool)
    const socket = await connected(first, creator)
    const other = await connected(first, await buildCreator(api.pool))
    const closed = next<string>(socket, 'disconnect')
    ended.add(tokenOf(creator))
    expect(await closed).toBe('io server disconnect')
    expect(other.connected).toBe(true)
  })

  it('ends for who sends more than a room’s name', async () => {
    const socket = await connected(first, await buildCreator(api.pool))
    const closed = next<string>(socket, 'disconnect')
    socket.emit('join', { conversation_id: 'x'.repeat(20_000) })
    expect(await closed).toBe('transport close')
  })
})

describe('joining a conversation', () => {
  it('is for its two participants', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    for (const person of [seller, creator]) {
      const socket = await connected(first, person)
      expect(await join(socket, { conversation_id: conversation.id })).toEqual({ ok: true })
    }
    const stranger = await connected(first, await buildCreator(api.pool))
    for (const room of [
      { conversation_id: conversation.id },
      { conversation_id: 'x' },
      null,
      conversation.id,
    ]) {
      expect(await join(stranger, room)).toEqual({ ok: false })
    }
  })
})

describe('a message', () => {
  it('reaches both sides at once, in every process, and no third person', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const sellers = await connected(first, seller)
    const creators = await connected(second, creator)
    const stranger = await connected(second, await buildCreator(api.pool))
    const overheard: unknown[] = []
    stranger.onAny((...event) => overheard.push(event))
    for (const socket of [sellers, creators, stranger])
      await join(socket, { conversation_id: conversation.id })

    const heard = Promise.all(
      [sellers, creators].map((socket) => next<Message>(socket, 'message:insert')),
    )
    const told = Promise.all([sellers, creators].map((socket) => next(socket, 'changed')))
    const content = '“é😀” '.repeat(600).trim()
    const sent = await api.call(seller, 'messages.send', {
      params: { id: conversation.id },
      body: { content },
    })
    expect(await heard).toEqual([sent.body, sent.body])
    const change = {
      topics: ['conversations'],
      project_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }
    expect(await told).toEqual([change, change])

    const update = next<Message>(sellers, 'message:update')
    await api.call(creator, 'messages.read', { params: { id: conversation.id } })
    expect(await update).toEqual({ ...sent.body, read_at: expect.any(String) })
    // What the stranger would have heard was sent before this, on the same way.
    const proof = next(stranger, 'changed')
    await first.realtime.tasks['realtime.changed']({
      user_ids: [viewerId(stranger)],
      topics: ['projects'],
      project_id: null,
    })
    await proof
    expect(overheard).toEqual([['changed', { topics: ['projects'], project_id: null }]])
  })

  it('that is gone, or named with another conversation, is not told', async () => {
    const deal = await buildDeal(api.pool)
    const other = await buildDeal(api.pool)
    const socket = await connected(first, other.creator)
    await join(socket, { conversation_id: other.conversation.id })
    const overheard: unknown[] = []
    socket.on('message:insert', (message) => overheard.push(message))
    const sent = await api.call(deal.seller, 'messages.send', {
      params: { id: deal.conversation.id },
      body: { content: 'secret' },
    })
    const tell = first.realtime.tasks['realtime.message']
    await tell({
      conversation_id: other.conversation.id,
      message_id: sent.body.id,
      change: 'insert',
    })
    await tell({
      conversation_id: other.conversation.id,
      message_id: other.conversation.id,
      change: 'insert',
    })
    const own = next<Message>(socket, 'message:insert')
    await api.call(other.seller, 'messages.send', {
      params: { id: other.conversation.id },
      body: { content: 'for you' },
    })
    expect((await own).content).toBe('for you')
    expect(overheard).toHaveLength(1)
  })
})

/** The person a test's socket was opened for. */
function viewerId(socket: Socket): string {
  const { token } = socket.auth as { token: string }
  return token.split('.')[1] ?? ''
}
