import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOCKET_EVENTS } from '#contract/conversations.ts'
import { publish } from '#server/realtime/news.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  connected,
  join,
  next,
  type SocketProcess,
  socketTo,
  startSockets,
} from '#tests/support/sockets.ts'
import { type AccessWorld, ACTORS, buildAccessWorld } from './access-world.ts'
import { type Connected, heardBy, takenFrom, topicRecipients } from './socket-matrix.ts'

const PEOPLE = ACTORS.filter((actor): actor is Connected => actor !== 'anonymous')

let api: TestApi
let process: SocketProcess
let world: AccessWorld
const sockets = {} as Record<Connected, Socket>
/** Everything each actor has received so far, by event. */
const heard: Record<string, Set<Connected>> = {}

beforeAll(async () => {
  api = await startApi()
  process = await startSockets(api)
  world = await buildAccessWorld(api.pool)
  for (const who of PEOPLE) {
    const socket = await connected(process, world.people[who])
    sockets[who] = socket
    const note = (event: string) => (heard[event] ??= new Set()).add(who)
    socket.onAny(note)
    socket.on(SOCKET_EVENTS.changed, ({ topics }: { topics: string[] }) =>
      note(`changed: ${topics.length} topics`),
    )
  }
})
afterAll(async () => {
  for (const who of PEOPLE) sockets[who].disconnect()
  await process.close()
  await api.close()
})

/** Everything sent to these sockets earlier has arrived: responses are delivered in order. */
const settle = () => Promise.all(PEOPLE.map((who) => join(sockets[who], {})))

const until = async (event: string, who: Connected) => {
  const message = `${who} hears ${event}`
  await expect.poll(() => heard[event]?.has(who) ?? false, { message }).toBe(true)
}

test('no one connects without a valid token', async () => {
  for (const token of [undefined, '', 'x', 'test.nobody.user', { admin: true }, 7]) {
    const socket = socketTo(process.url, token)
    expect((await next<Error>(socket, 'connect_error')).message).toBe('request.unauthenticated')
    socket.disconnect()
  }
})

test('only the parties to a conversation can join it', async () => {
  for (const who of PEOPLE) {
    const { ok } = await join(sockets[who], { conversation_id: world.conversation.id })
    expect({ who, ok }).toEqual({ who, ok: takenFrom.join.includes(who) })
  }
})

test('only the parties to a deal can join its review room', async () => {
  const room = { deliverable_id: world.deliverable.id }
  for (const who of PEOPLE) {
    const { ok } = await sockets[who].emitWithAck('review:join', room)
    expect({ who, ok }).toEqual({ who, ok: takenFrom['review:join'].includes(who) })
  }
  // Strangers still send where they are; it reaches no one.
  for (const who of PEOPLE)
    sockets[who].emit('review:at', { ...room, at_ms: 7_000, playing: true, user_id: 'x' })
})

test('events reach only the people they concern, even after others have tried to join', async () => {
  const { owner, counterpart } = world.people
  const about = { params: { id: world.conversation.id } }
  await api.call(owner, 'messages.send', { ...about, body: { content: 'For two.' } })
  await api.call(counterpart, 'messages.read', about)
  const room = { conversation_id: world.conversation.id }
  for (const who of PEOPLE) {
    // No one leaves in another person's name: the two still hear each other type.
    if (!takenFrom.leave.includes(who)) sockets[who].emit('leave', { ...room, user_id: owner.id })
    sockets[who].emit('typing', room)
  }
  await publish(api.pool, [
    {
      kind: 'changed',
      people: [owner.id],
      topics: Object.keys(topicRecipients),
      project_id: world.running.id,
    },
  ])
  for (const [name, people] of Object.entries(heardBy) as [keyof typeof heardBy, Connected[]][])
    if (name !== 'resync') for (const who of people) await until(SOCKET_EVENTS[name], who)
  const everyTopic = `changed: ${Object.keys(topicRecipients).length} topics`
  await until(everyTopic, 'owner')
  await settle()
  expect([...(heard[everyTopic] ?? [])]).toEqual(['owner'])
  for (const [name, people] of Object.entries(heardBy) as [keyof typeof heardBy, Connected[]][]) {
    const strangers = [...(heard[SOCKET_EVENTS[name]] ?? [])].filter((who) => !people.includes(who))
    expect({ name, strangers }).toEqual({ name, strangers: [] })
  }
})
