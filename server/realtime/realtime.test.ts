import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '#contract/conversation-schemas.ts'
import { insertMessage, markRead } from '#server/conversations/message-store.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Authenticate } from '#server/http/routes.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildProject,
} from '#tests/support/builders.ts'
import {
  connected as connectedTo,
  join,
  next,
  type SocketProcess,
  socketTo,
  startSockets,
} from '#tests/support/sockets.ts'
import { createMissedUpdates } from './missed-updates.ts'
import { publish } from './news.ts'
import { flushPublished } from './publisher.ts'
import { RECHECK_MS } from './realtime.ts'

let api: TestApi
let first: SocketProcess
let second: SocketProcess
/** People whose session is over. */
const ended = new Set<string>()
/** How far the first process's clock is ahead, in ms. */
let ahead = 0

/** A token shaped like the real ones: its claims in the middle. */
const claimsToken = (claims: object) =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const authenticate: Authenticate = async (token) => {
  const [kind, claims = ''] = token.split('.')
  const id =
    kind === 'x'
      ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
      : null
  const viewer = await api.authenticate(id === null ? token : tokenOf({ id }))
  return viewer === null || ended.has(viewer.id) ? null : viewer
}

beforeAll(async () => {
  api = await startApi()
  const deps = {
    authenticate,
    livingSessions: async (ids: readonly string[]) => new Set(ids.filter((id) => !ended.has(id))),
    clock: () => new Date(Date.now() + ahead),
    presence: { answerMs: 100, graceMs: 50 },
  }
  first = await startSockets(api, deps)
  second = await startSockets(api, deps)
})
afterAll(async () => {
  await first.close()
  await second.close()
  await api.close()
})

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

async function connected(process: SocketProcess, as: { id: string }, token?: string) {
  const socket = await connectedTo(process, as, token)
  open.push(socket)
  return socket
}

/** The outcome of a connection attempt: 'connected', or the reason it failed. */
function attempt(...about: Parameters<typeof socketTo>): Promise<string> {
  const socket = socketTo(...about)
  open.push(socket)
  return Promise.race([
    next(socket, 'connect').then(() => 'connected'),
    next<Error>(socket, 'connect_error').then((error) => error.message),
  ])
}

/** Settles when everything committed before was delivered to this socket's process. */
async function caughtUp(socket: Socket, who: { id: string }): Promise<void> {
  await flushPublished(api.deps.pool)
  // Other news of this name may come before it.
  const proof = new Promise<void>((resolve) => {
    socket.on('changed', ({ topics }: { topics: string[] }) => {
      if (topics.includes('proof')) resolve()
    })
  })
  await publish(api.pool, [
    { kind: 'changed', people: [who.id], topics: ['proof'], project_id: null },
  ])
  await proof
}

/** The events of one name that a socket receives, in order. */
const events = (socket: Socket, name: string) => {
  const seen: unknown[] = []
  socket.on(name, (event: unknown) => seen.push(event))
  return seen
}

const send = (as: { id: string }, conversation: { id: string }, content: string) =>
  api.call(as, 'messages.send', { params: { id: conversation.id }, body: { content } })

describe('a connection', () => {
  it('is accepted for a signed-in person and refused for anyone else', async () => {
    const creator = await buildCreator(api.pool)
    expect(await attempt(first.url, tokenOf(creator))).toBe('connected')
    const over = await buildCreator(api.pool)
    ended.add(over.id)
    for (const token of [tokenOf(over), 'rubbish', '', undefined, { id: creator.id }, 7]) {
      expect(await attempt(first.url, token), JSON.stringify(token)).toBe('request.unauthenticated')
    }
  })

  it('is pinged every 25 s, with 10 s to answer', async () => {
    const opened = await fetch(`${first.url}/realtime/?EIO=4&transport=polling`)
    expect(JSON.parse((await opened.text()).slice(1))).toMatchObject({
      pingInterval: 25_000,
      pingTimeout: 10_000,
    })
  })

  it('is refused for a page of another site', async () => {
    const creator = await buildCreator(api.pool)
    const from = (origin: string) =>
      attempt(first.url, tokenOf(creator), { extraHeaders: { origin } })
    expect(await from('https://evil.example')).not.toBe('connected')
    expect(await from('null')).not.toBe('connected')
    expect(await from(api.deps.config.publicUrl)).toBe('connected')
    expect(await from(first.url)).toBe('connected')
  })

  it('ends with the session and with the token, within a minute', async () => {
    const out = await buildCreator(api.pool)
    const late = await buildCreator(api.pool)
    const stays = await buildCreator(api.pool)
    const exp = Math.floor(Date.now() / 1_000) + 6_000
    const sockets = [
      await connected(first, out),
      await connected(first, late, claimsToken({ sub: late.id, exp })),
      await connected(first, stays),
    ]
    const [leaving, expiring, other] = sockets as [Socket, Socket, Socket]
    const states = async () => {
      await first.realtime.closeEnded()
      await caughtUp(other, stays)
      return sockets.map((socket) => socket.connected)
    }
    ahead = 5_700_000
    expect(await states()).toEqual([true, true, true])

    const why = Promise.all([leaving, expiring].map((one) => next<string>(one, 'disconnect')))
    ended.add(out.id)
    expect(await states()).toEqual([false, true, true])
    ahead = 6_001_000
    expect(await states()).toEqual([false, false, true])
    expect(await why).toEqual(['io server disconnect', 'io server disconnect'])
    ahead = 0
    // The check runs by itself and closes everything in half of the promised time.
    expect(RECHECK_MS).toBeLessThanOrEqual(30_000)
  })

  it('ends immediately in every process that learns of the session’s end', async () => {
    const out = await buildCreator(api.pool)
    const stays = await buildCreator(api.pool)
    const leaving = [await connected(first, out), await connected(second, out)]
    const other = await connected(second, stays)
    const closed = Promise.all(leaving.map((socket) => next<string>(socket, 'disconnect')))
    ended.add(out.id)
    await publish(api.pool, [{ kind: 'access', people: [out.id, stays.id] }])
    expect(await closed).toEqual(['io server disconnect', 'io server disconnect'])
    await caughtUp(other, stays)
    expect(other.connected).toBe(true)
  })

  it('ends for a client that sends an oversized message or too many requests', async () => {
    const loud = await connected(first, await buildCreator(api.pool))
    const closed = next<string>(loud, 'disconnect')
    loud.emit('join', { conversation_id: 'x'.repeat(20_000) })
    expect(await closed).toBe('transport close')
    const fast = await connected(first, await buildCreator(api.pool))
    const ended = next<string>(fast, 'disconnect')
    for (let n = 0; n < 100; n += 1) fast.emit('join', { conversation_id: 'x' })
    const answered = join(fast, { conversation_id: 'x' })
    expect(await Promise.race([ended, answered])).toBe('io server disconnect')
  })
})

describe('joining a conversation', () => {
  it('is open to its two participants', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    for (const person of [seller, creator]) {
      const socket = await connected(first, person)
      expect(await join(socket, { conversation_id: conversation.id })).toEqual({ ok: true })
    }
    const stranger = await connected(first, await buildCreator(api.pool))
    for (const room of [{ conversation_id: conversation.id }, { conversation_id: 'x' }, null]) {
      expect(await join(stranger, room)).toEqual({ ok: false })
    }
  })
})

/** The age in seconds of what the sweep leaves alone. In the future: a busy machine takes seconds to get to the sweep. */
const FRESH = -60

describe('a message', () => {
  it('reaches both sides immediately, in every process, and no third person', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const stranger = await buildCreator(api.pool)
    const sellers = await connected(first, seller)
    const creators = await connected(second, creator)
    const strangers = await connected(second, stranger)
    const overheard: unknown[] = []
    strangers.onAny((...event) => overheard.push(event))
    await join(strangers, { conversation_id: conversation.id })

    const heard = [sellers, creators].map((socket) => next<Message>(socket, 'message:insert'))
    const sent = await send(seller, conversation, '“é😀” '.repeat(600).trim())
    expect(await Promise.all(heard)).toEqual([sent.body, sent.body])

    const update = next<Message>(sellers, 'message:update')
    const changed = next(creators, 'changed')
    await api.call(creator, 'messages.read', { params: { id: conversation.id } })
    expect(await update).toEqual({ ...sent.body, read_at: expect.any(String) })
    expect(await changed).toMatchObject({ topics: ['conversations'] })
    await caughtUp(strangers, stranger)
    expect(overheard).toEqual([['changed', { topics: ['proof'], project_id: null }]])
  })

  it('is delivered exactly once, however many are sent concurrently', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const socket = await connected(second, creator)
    const heard: number[] = []
    socket.on('message:insert', (message: Message) => heard.push(message.seq))
    for (let n = 0; n < 5; n += 1) await send(seller, conversation, `m${n}`)
    await caughtUp(socket, creator)
    expect(heard).toEqual([1, 2, 3, 4, 5])
    await Promise.all(Array.from({ length: 40 }, (_, n) => send(seller, conversation, `b${n}`)))
    await caughtUp(socket, creator)
    const all = Array.from({ length: 45 }, (_, n) => n + 1)
    expect(heard.toSorted((x, y) => x - y)).toEqual(all)
  })

  it('stored by a process that died before publishing is delivered by the others, once', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const socket = await connected(second, creator)
    const stranger = await connected(second, await buildCreator(api.pool))
    const heard: string[] = []
    for (const one of [socket, stranger])
      one.on('message:insert', (message: Message) => heard.push(message.content))
    for (const [content, secondsAgo] of [
      ['too fresh to be given up', FRESH],
      ['never told', 6],
      ['too long ago', 60],
    ] as const) {
      const id = randomUUID()
      const message = { id, conversationId: conversation.id, senderId: seller.id, content }
      await insertMessage(api.pool, { ...message, fileCount: 0, signals: [] })
      await execute(
        api.pool,
        sql`update messages set created_at = now() - make_interval(secs => ${secondsAgo}) where id = ${id}`,
      )
    }
    await second.realtime.sweep()
    await second.realtime.sweep()
    await caughtUp(socket, creator)
    expect(heard).toEqual(['never told'])
  })

  it('whose read receipt was stored by a process that died before publishing is delivered as read, once', async () => {
    const readAgo = async (secondsAgo: number) => {
      const deal = await buildDeal(api.pool)
      const { seller, creator, conversation } = deal
      for (const content of ['one', 'two']) await send(seller, conversation, content)
      await markRead(api.pool, conversation.id, creator.id)
      await execute(
        api.pool,
        sql`update messages set read_at = read_at - make_interval(secs => ${secondsAgo})
          where conversation_id = ${conversation.id}`,
      )
      return deal
    }
    const heardBy = async (process: SocketProcess, who: { id: string }) => {
      const socket = await connected(process, who)
      const events: unknown[] = []
      socket.on('message:update', ({ seq, read_at }: Message) => events.push([seq, typeof read_at]))
      socket.on('changed', ({ topics }: { topics: string[] }) => events.push(...topics))
      return { socket, events }
    }
    const lost = await readAgo(6)
    const others = [await readAgo(FRESH), await readAgo(60)]
    const sender = await heardBy(second, lost.seller)
    const reader = await heardBy(first, lost.creator)
    const untouched = await Promise.all(others.map(({ seller }) => heardBy(second, seller)))
    for (const { realtime } of [first, second, first, second]) await realtime.sweep()
    await caughtUp(sender.socket, lost.seller)
    await caughtUp(reader.socket, lost.creator)
    // The newest receipt covers all of them; the reader's other pages recount their unread messages.
    expect(sender.events).toEqual([[2, 'string'], 'proof'])
    expect(reader.events).toEqual([[2, 'string'], 'conversations', 'proof'])
    for (const [at, { seller }] of others.entries()) {
      const { socket, events } = untouched[at] ?? sender
      await caughtUp(socket, seller)
      expect(events).toEqual(['proof'])
    }
  })

  it('with a published receipt is not delivered again by the sweep', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    await send(seller, conversation, 'one')
    const reader = await connected(second, creator)
    const events: string[] = []
    reader.on('message:update', () => events.push('read'))
    reader.on('changed', ({ topics }: { topics: string[] }) => events.push(...topics))
    await api.call(creator, 'messages.read', { params: { id: conversation.id } })
    // The response to the call comes before its news is published.
    await expect.poll(() => events).toEqual(['read', 'conversations'])
    await execute(
      api.pool,
      sql`update messages set read_at = read_at - interval '6 seconds'
        where conversation_id = ${conversation.id}`,
    )
    await second.realtime.sweep()
    await caughtUp(reader, creator)
    expect(events).toEqual(['read', 'conversations', 'proof'])
  })

  it('that was missed while the database connection was down triggers a refetch', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const socket = await connected(first, creator)
    const resync = next(socket, 'resync')
    await execute(
      api.pool,
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'cartwright line %'`,
    )
    await send(seller, conversation, 'while nobody listened')
    await resync
    // The first message is published after its response, and may arrive over the new line.
    const heard = new Promise<void>((resolve) =>
      socket.on('message:insert', ({ content }: Message) => content === 'and after' && resolve()),
    )
    await send(seller, conversation, 'and after')
    await heard
  })
})

describe('ephemeral events', () => {
  it('reach everyone viewing the conversation, in every process, and no one else; a burst is sent once', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const stranger = await buildCreator(api.pool)
    const sellers = await connected(first, seller)
    const creators = await connected(second, creator)
    const strangers = await connected(second, stranger)
    const overheard = ['typing', 'presence'].map((name) => events(strangers, name))
    const presence = events(sellers, 'presence')
    const room = { conversation_id: conversation.id }
    for (const socket of [sellers, creators, strangers]) await join(socket, room)
    // A process that is slow to answer counts as gone until it does.
    await expect.poll(() => presence.at(-1)).toEqual({ user_id: creator.id, online: true })

    const typing = next(sellers, 'typing')
    const many = events(sellers, 'typing')
    for (let n = 0; n < 10; n += 1) creators.emit('typing', room)
    strangers.emit('typing', room)
    const writes = { conversation_id: conversation.id, user_id: creator.id }
    expect(await typing).toEqual(writes)
    await caughtUp(sellers, seller)
    // Ten reports in a moment are delivered once.
    expect(many).toEqual([writes])

    const gone = next(sellers, 'presence')
    creators.disconnect()
    expect(await gone).toEqual({ user_id: creator.id, online: false })
    await caughtUp(strangers, stranger)
    expect(overheard).toEqual([[], []])
  })
})

describe('a conversation after a block', () => {
  it.each(['seller', 'creator'] as const)(
    'hides presence and typing from the blocked %s; a conversation about a deal still shows them',
    async (blocked) => {
      const deal = await buildDeal(api.pool)
      const { seller, creator } = deal
      const other = blocked === 'seller' ? creator : seller
      const project = await buildProject(api.pool, { seller })
      await buildApplication(api.pool, { project, creator })
      const talk = async (about: { id: string }) =>
        (
          await api.call(seller, 'conversations.open', {
            body: { project_id: about.id, creator_id: creator.id },
          })
        ).body.id
      const [applied, dealt] = [await talk(project), await talk(deal.project)]
      const parted = await connected(first, { id: deal[blocked].id })
      const working = await connected(first, { id: deal[blocked].id })
      const theirs = await connected(second, other)
      const seen = { parted: events(parted, 'presence'), working: events(working, 'presence') }
      await join(parted, { conversation_id: applied })
      await join(working, { conversation_id: dealt })
      for (const id of [applied, dealt]) await join(theirs, { conversation_id: id })
      const online = { user_id: other.id, online: true }
      await expect.poll(() => [seen.parted.at(-1), seen.working.at(-1)]).toEqual([online, online])

      await api.call(other, 'blocks.add', { params: { id: deal[blocked].id } })
      await expect.poll(() => seen.parted.at(-1)).toEqual({ ...online, online: false })
      const typing = { parted: events(parted, 'typing'), working: events(working, 'typing') }
      for (const id of [applied, dealt]) theirs.emit('typing', { conversation_id: id })
      await expect
        .poll(() => typing.working)
        .toEqual([{ conversation_id: dealt, user_id: other.id }])
      await caughtUp(parted, deal[blocked])
      expect(typing.parted).toEqual([])
      expect(seen.working.at(-1)).toEqual(online)
      // The room stays closed until the page is opened again.
      expect(await parted.emitWithAck('join', { conversation_id: applied })).toEqual({ ok: false })
    },
  )
})

describe('a review room', () => {
  it('sends a participant’s position to the other across processes, rate-limited, and to no one else', async () => {
    const { seller, creator, application } = await buildDeal(api.pool)
    const { id: deliverable_id } = await buildDeliverable(api.pool, { application })
    const sellers = await connected(first, seller)
    const creators = await connected(second, creator)
    const stranger = await buildCreator(api.pool)
    const strangers = await connected(second, stranger)
    const all = [sellers, creators, strangers]
    const entered = await Promise.all(
      all.map((socket) => socket.emitWithAck('review:join', { deliverable_id })),
    )
    expect(entered).toEqual([{ ok: true }, { ok: true }, { ok: false }])
    const [seen, overheard]: [unknown[], unknown[]] = [[], []]
    sellers.on('review:at', (where) => seen.push(where))
    strangers.on('review:at', (where) => overheard.push(where))
    const at = (socket: Socket, at_ms: unknown, playing: unknown = true, file: unknown = 3) =>
      socket.emit('review:at', { deliverable_id, at_ms, playing, file })
    at(strangers, 1)
    for (const wrong of [-1, 1.5, '7', 1e20, null]) at(creators, wrong)
    at(creators, 7, 'yes')
    for (const wrong of [0, 21, 1.5, '2', null]) at(creators, 8, true, wrong)
    for (let n = 0; n < 10; n += 1) at(creators, 7_000 + n)
    await expect.poll(() => seen.length).toBe(1)
    await caughtUp(sellers, seller)
    const place = { at_ms: 7_000, playing: true, file: 3 }
    expect(seen).toEqual([{ deliverable_id, user_id: creator.id, ...place }])

    creators.emit('review:leave', { deliverable_id })
    at(creators, 9_000)
    // What it sent outside the room would arrive before what it sends when it is back.
    await creators.emitWithAck('review:join', { deliverable_id })
    at(creators, 9_500)
    const back = { deliverable_id, user_id: creator.id, ...place, at_ms: 9_500 }
    await expect.poll(() => seen.slice(1)).toEqual([back])
    await caughtUp(strangers, stranger)
    expect(overheard).toEqual([])
  })

  it('is refused to a socket that has already joined ten', async () => {
    const { seller, application } = await buildDeal(api.pool)
    const socket = await connected(first, seller)
    const joined: unknown[] = []
    for (let version = 1; version <= 11; version += 1) {
      const { id } = await buildDeliverable(api.pool, { application, version })
      joined.push(await socket.emitWithAck('review:join', { deliverable_id: id }))
    }
    expect(joined).toEqual([...Array.from({ length: 10 }, () => ({ ok: true })), { ok: false }])
  })
})

describe('a client that stops reading', () => {
  it('is disconnected at the queue limit; below it, everything waits for it', async () => {
    const [patient, stalled] = [await buildCreator(api.pool), await buildCreator(api.pool)]
    const limited = await startSockets(api, { queueLimits: { packets: 50, bytes: 20_000 } })
    try {
      const reader = await connected(limited, patient)
      const polls = {
        waits: await startPolling(limited, patient),
        stops: await startPolling(limited, stalled),
      }
      const topics = ['x'.repeat(1_000)]
      const tellAll = (people: string[]) =>
        publish(api.pool, [{ kind: 'changed', people, topics, project_id: null }])
      for (let n = 0; n < 30; n += 1)
        await tellAll(n < 10 ? [patient.id, stalled.id] : [stalled.id])
      await caughtUp(reader, patient)
      expect(reader.connected).toBe(true)
      expect(await polls.waits()).toMatchObject({ status: 200, events: 11 })
      expect(await polls.stops()).toMatchObject({ status: 400, events: 0 })
    } finally {
      await limited.close()
    }
  })
})

describe('a page that connects', () => {
  it('is asked to refetch only if there were updates since its first request', async () => {
    let now = 0
    const listening = await startSockets(api, {
      authenticate,
      missedUpdates: createMissedUpdates(() => now),
    })
    try {
      const { seller, creator, conversation } = await buildDeal(api.pool)
      const notified = await buildCreator(api.pool)
      const nobody = await buildCreator(api.pool)
      /** Whether it is asked to catch up, for a page of this age. */
      const readsOn = async (who: { id: string }, page_age_ms: unknown) => {
        const socket = socketTo(listening.url, tokenOf(who), {
          auth: { token: tokenOf(who), page_age_ms },
        })
        open.push(socket)
        const events: string[] = []
        socket.onAny((event: string) => events.push(event))
        await next(socket, 'connect')
        // Its response comes after everything the connection has delivered.
        await join(socket, null)
        return events.includes('resync')
      }
      // News published before the process listened is unknown here.
      expect(await readsOn(nobody, 2_000)).toBe(true)
      now = 100_000
      expect(await readsOn(nobody, 2_000)).toBe(false)
      await send(seller, conversation, 'between the answers and the connection')
      await caughtUp(await connected(listening, notified), notified)
      now += 4_000
      for (const who of [seller, creator, notified]) expect(await readsOn(who, 2_000)).toBe(true)
      expect(await readsOn(nobody, 2_000)).toBe(false)
      // A page that took half a minute, or sends an invalid age, is older than anything remembered.
      expect(await readsOn(nobody, 26_000)).toBe(true)
      expect(await readsOn(nobody, -1)).toBe(true)
      // A page that was connected before catches up by itself.
      expect(await readsOn(notified, undefined)).toBe(false)
    } finally {
      await listening.close()
    }
  })
})

/** A hand-written client that connects and then reads only on demand. */
async function startPolling(process: SocketProcess, as: { id: string }) {
  const address = (sid = '') => `${process.url}/realtime/?EIO=4&transport=polling${sid}`
  const opened = await (await fetch(address())).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const body = `40${JSON.stringify({ token: tokenOf(as) })}`
  await fetch(address(`&sid=${sid}`), { method: 'POST', body })
  const poll = async () => {
    const response = await fetch(address(`&sid=${sid}`))
    const text = await response.text()
    return { status: response.status, text, events: text.split('["changed"').length - 1 }
  }
  // The response to its connect request, and any data that came with it.
  for (let { text } = await poll(); !text.includes('40{');) ({ text } = await poll())
  return poll
}
