import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import type { JobPayloads } from '#server/jobs/job-payloads.ts'
import { type Chance, createChance } from '#tests/fuzz/chance.ts'
import { fitting, type Known } from '#tests/fuzz/from-schema.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { connected, type SocketProcess, startSockets } from '#tests/support/sockets.ts'
import { type AccessWorld, type Actor, ACTORS, buildAccessWorld } from './access-world.ts'
import { type Connected, takenFrom } from './socket-matrix.ts'

/**
 * The table of tests/access/sealed-reviews.test.ts calls each route about the rows it was written for. Here every actor
 * calls every GET, and sends every event, about anything that exists: ids of any row, and queries as the contract
 * allows them.
 */
const SEED = 20_261_125
/** Draws for each call and each actor; a hundred take some minutes. */
const DRAWS = Number(process.env['SEALED_DRAWS'] ?? 2)
const FRAMES = DRAWS * 20

/** Appears in the sealed texts and nowhere else; each search contains a part of it. */
const MARK = randomUUID()
const SEALED = { body: `words ${MARK}`, note: `note ${MARK}`, first: `first words ${MARK}` }
const SCORES = { first: 2, second: 3, third: 1 }

const GETS = (Object.keys(routes) as RouteKey[]).filter((key) => routeParts(key).method === 'GET')
const PEOPLE = ACTORS.filter((actor): actor is Connected => actor !== 'anonymous')

let api: TestApi
let rooms: SocketProcess
let world: AccessWorld
let ids: string[]
const sockets = {} as Record<Connected, Socket>
const heard: string[] = []

beforeAll(async () => {
  api = await startApi()
  rooms = await startSockets(api, { socketLimits: null })
  world = await buildAccessWorld(api.pool)
  for (const who of PEOPLE) {
    sockets[who] = await connected(rooms, world.people[who])
    sockets[who].onAny((...event: unknown[]) => heard.push(JSON.stringify(event)))
  }
  for (const body of [SEALED.first, SEALED.body])
    await api.call(world.people.owner, 'reputation.write', {
      params: { id: world.openReviews.seller },
      body: { scores: SCORES, again: false, body, note: SEALED.note },
    })
  ids = await everyId()
})
afterAll(async () => {
  for (const who of PEOPLE) sockets[who].disconnect()
  await rooms.close()
  await api.close()
})

/** The ids of all rows, from every table. */
async function everyId(): Promise<string[]> {
  const columns = await rows<{ name: string; column: string }>(
    api.pool,
    sql`select quote_ident(table_name) as name, quote_ident(column_name) as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'uuid'`,
  )
  const found = new Set<string>()
  for (const { name, column } of columns)
    for (const { id } of await rows<{ id: string | null }>(
      api.pool,
      sql`select distinct ${raw(column)} as id from ${raw(name)} limit 100`,
    ))
      if (id !== null) found.add(id)
  return [...found]
}

const isSealed = (text: string) => text.includes(MARK)

/** The things the sealed text is about. */
const nearest = (): string[] => [
  world.running.id,
  world.openReviews.seller,
  world.people.owner.id,
  world.people.counterpart.id,
  world.conversation.id,
]

/** Ids of anything that exists, or always `about`, and searches for a part of the text. */
function knownBy(chance: Chance, about: string | null): Known {
  const near = nearest()
  const anyId = () => about ?? (chance.now(0.5) ? chance.one(near) : chance.one(ids))
  return (name) => {
    if (name === 'id' || name === 'person' || name.endsWith('_id') || name.endsWith('Id'))
      return anyId()
    if (name === 'ids') return [anyId(), anyId()].join(',')
    if (name === 'number') return String(1 + chance.below(40))
    if (name === 'q') return chance.one(['words', 'note', MARK.slice(0, 13), 'a'])
    return undefined
  }
}

/** A request to a call, as its contract allows it. */
function addressOf(key: RouteKey, chance: Chance, about: string | null = null): string {
  const schema: CallSchema = schemas[key]
  const known = knownBy(chance, about)
  const params = (schema.params ? fitting(schema.params, chance, known) : {}) as Record<
    string,
    unknown
  >
  const query = (schema.query ? fitting(schema.query, chance, known) : {}) as Record<
    string,
    unknown
  >
  const path = routeParts(key).path.replace(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name]).toWellFormed()),
  )
  const asked = Object.entries(query)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
  return asked.length === 0 ? path : `${path}?${asked.join('&')}`
}

/** Each call about each thing near the text, where a leak would be, and then about anything. */
const aboutOf = (key: RouteKey): (string | null)[] => [
  ...(routeParts(key).path.includes(':') ? nearest() : []),
  ...Array.from({ length: DRAWS }, () => null),
]

describe('the words of a sealed review', () => {
  test('are in no GET response to anyone but their author, whatever is requested', async () => {
    const chance = createChance(SEED)
    const answered = new Map<number, number>()
    for (const key of GETS)
      for (const actor of ACTORS)
        for (const about of aboutOf(key)) {
          const url = addressOf(key, chance, about)
          const { statusCode, payload } = await ask(actor, url)
          answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1)
          if (!isSealed(payload)) continue
          expect({ actor, key, url }).toEqual({ actor: 'owner', key: 'reputation.of_deal', url })
        }
    // The mark would have been found, and the requests could be answered.
    const own = await ask('owner', `/api/projects/${world.running.id}/reviews`)
    expect(isSealed(own.payload)).toBe(true)
    expect(answered.get(200) ?? 0).toBeGreaterThan((GETS.length * DRAWS * ACTORS.length) / 20)
    expect([...answered.keys()].filter((status) => status >= 500 || status === 429)).toEqual([])
  })

  test('are in no socket event or acknowledgement, whatever anyone sends', async () => {
    const chance = createChance(SEED + 1)
    const known = knownBy(chance, null)
    const events = Object.keys(takenFrom)
    const claim = () => ({
      conversation_id: known('conversation_id'),
      deliverable_id: chance.now(0.5) ? world.deliverable.id : known('deliverable_id'),
      at_ms: chance.below(10_000),
      playing: chance.now(0.5),
    })
    for (let frame = 0; frame < FRAMES; frame += 1)
      for (const who of PEOPLE) {
        const event = chance.one(events)
        if (!event.endsWith('join')) sockets[who].emit(event, claim())
        else heard.push(JSON.stringify(await sockets[who].emitWithAck(event, claim())))
      }
    await happenings()
    await expect.poll(() => heard.some((event) => event.includes('reputation'))).toBe(true)
    expect(heard.filter(isSealed)).toEqual([])
  })
})

const ask = (actor: Actor, url: string) =>
  api.app.inject({
    method: 'GET',
    url,
    headers:
      actor === 'anonymous' ? {} : { authorization: `Bearer ${tokenOf(world.people[actor])}` },
  })

/**
 * Everything announced to open pages: a message, another change of the sealed review, and every announcement that
 * waits.
 */
async function happenings(): Promise<void> {
  const { owner, counterpart } = world.people
  const params = { id: world.conversation.id }
  await api.call(counterpart, 'messages.send', { params, body: { content: 'Did you write?' } })
  await api.call(owner, 'messages.read', { params })
  await api.call(owner, 'reputation.write', {
    params: { id: world.openReviews.seller },
    body: { scores: SCORES, again: true, body: SEALED.body, note: SEALED.note },
  })
  const jobs = await rows<{ payload: JobPayloads['realtime.changed'] }>(
    api.pool,
    sql`select payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where identifier = 'realtime.changed'`,
  )
  expect(jobs.length).toBeGreaterThan(0)
  for (const { payload } of jobs) await rooms.realtime.tasks['realtime.changed'](payload)
}
