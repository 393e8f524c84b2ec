import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteKey, routeParts } from '#contract/api.ts'
import { exportedTables } from '#server/account/export/exported-tables.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'
import type { JobPayloads } from '#server/jobs/job-payloads.ts'
import { rows, raw, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import type { BuiltUser } from '#tests/support/builders.ts'
import { connected, join, type SocketProcess, startSockets } from '#tests/support/sockets.ts'
import { accessMatrix } from './access-matrix.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { type AccessWorld, ACTORS, buildAccessWorld } from './access-world.ts'

/**
 * Written into a review that stays sealed: anyone but its author who receives one of these words has read the review.
 */
const CANARIES = ['canary in the words', 'canary in the note', 'canary in the first words']
const SCORES = { first: 2, second: 3, third: 1 }

let api: TestApi
let process: SocketProcess
let world: AccessWorld
let author: BuiltUser
const heard: string[] = []
const stops: (() => void)[] = []

beforeAll(async () => {
  api = await startApi()
  process = await startSockets(api)
  world = await buildAccessWorld(api.pool)
  author = world.people.owner
  for (const person of Object.values(world.people)) {
    const socket = await connected(process, person)
    await join(socket, { conversation_id: world.conversation.id })
    socket.onAny((...event: unknown[]) => heard.push(JSON.stringify(event)))
    stops.push(() => socket.disconnect())
  }
  const write = (body: string) =>
    api.call(author, 'reputation.write', {
      params: { id: world.openReviews.seller },
      body: { scores: SCORES, again: false, body, note: CANARIES[1] },
    })
  await write(CANARIES[2] ?? '')
  await write(CANARIES[0] ?? '')
})
afterAll(async () => {
  for (const stop of stops) stop()
  await process.close()
  await api.close()
})

const found = (text: string) => CANARIES.filter((canary) => text.includes(canary))

describe('a sealed review', () => {
  test('is in no answer to anyone but its author: every GET, every actor', async () => {
    let asked = 0
    for (const [key, cases] of Object.entries(accessMatrix) as [
      RouteKey,
      (typeof accessMatrix)[RouteKey],
    ][]) {
      if (routeParts(key).method !== 'GET') continue
      for (const one of cases) {
        for (const actor of ACTORS) {
          const as = actor === 'anonymous' ? null : world.people[actor]
          const reply = await api.call(as, key, one.input?.(world) ?? {})
          const mayRead = key === 'reputation.of_deal' && actor === 'owner'
          expect({ key, actor, found: found(JSON.stringify(reply.body)) }).toEqual({
            key,
            actor,
            found: mayRead && reply.status === 200 ? [CANARIES[0], CANARIES[1]] : [],
          })
          asked += 1
        }
      }
    }
    expect(asked).toBeGreaterThan(300)
  })

  test('shows the other side of its deal that it is written, but not its scores', async () => {
    const { body } = await api.call(world.people.counterpart, 'reputation.of_deal', {
      params: { id: world.running.id },
    })
    expect(body.reviews?.theirs).toMatchObject({ written: true, scores: null, overall: null })
    const said = JSON.stringify(body.reviews?.theirs)
    expect(said).not.toMatch(/"(first|second|third|again)"/)
  })

  test('is in no one’s export but its author’s', async () => {
    for (const [actor, person] of Object.entries(world.people)) {
      let text = ''
      for await (const { json, csv } of exportedTables(
        api.pool,
        person.id,
        createAddressSeal(soleKey('a secret of the tests')),
      ))
        text += json + csv
      expect({ actor, found: found(text) }).toEqual({
        actor,
        found: actor === 'owner' ? [CANARIES[0], CANARIES[1]] : [],
      })
    }
  })

  test('is in no other table: no notice, no job, no mail, no event', async () => {
    const tables = await rows<{ name: string }>(
      api.pool,
      sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(40)
    const holding: string[] = []
    for (const { name } of tables) {
      const [all] = await rows<{ text: string | null }>(
        api.pool,
        sql`select string_agg(held::text, ' ') as text from ${raw(name)} held`,
      )
      if (found(all?.text ?? '').length > 0) holding.push(name)
    }
    expect(holding).toEqual(['public.deal_reviews'])
  })

  test('is in no socket event: only its topic is published', async () => {
    const jobs = await rows<{ payload: JobPayloads['realtime.changed'] }>(
      api.pool,
      sql`select payload from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where identifier = 'realtime.changed'`,
    )
    const published = jobs.filter(({ payload }) => payload.topics.includes('reputation'))
    expect(published.length).toBeGreaterThan(0)
    for (const { payload } of published) await process.realtime.tasks['realtime.changed'](payload)
    await expect.poll(() => heard.some((event) => event.includes('reputation'))).toBe(true)
    expect(found(heard.join(' '))).toEqual([])
  })
})
