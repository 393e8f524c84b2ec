import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWN_CHANGES_HEADER, OWN_CHANGES_MS } from '#contract/replica.ts'
import type { RouteKey } from '#contract/api.ts'
import { createPool } from '#server/db/pool.ts'
import { inlineHashes, pack } from '#server/pages/html-answer.ts'
import { profilePage } from '#server/pages/profile-page.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildCreator, buildProject, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { type DatabaseLink, openDatabaseLink } from '#tests/support/database-link.ts'
import { type StandbyPair, startStandbyPair } from '#tests/support/standby.ts'
import { createRecentWriters } from './recent-writers.ts'
import { createReplica, MOST_BEHIND_MS, type ReadFrom, type Replica } from './replica.ts'

/**
 * Tests the product beside a real standby, behind a link that can fall silent. The tests build on each other, in order.
 */

let pair: StandbyPair
let link: DatabaseLink
let api: TestApi
let replica: Replica
let seller: BuiltUser
let creator: BuiltUser
beforeAll(async () => {
  pair = await startStandbyPair()
  link = await openDatabaseLink(pair.standbyUrl)
  api = await startApi({
    database: { url: pair.primaryUrl, servingUrl: pair.primaryUrl, drop: async () => {} },
    replica: (pool, log, writers) =>
      (replica = createReplica(link.through(pair.standbyUrl), pool, 4, { log, writers })),
  })
  seller = await buildSeller(api.pool)
  creator = await buildCreator(api.pool)
  await buildProject(api.pool, { seller, title: 'the first' })
})
afterAll(async () => {
  await api.close()
  await link.close()
  await pair.stop()
})

const isRead = () => replica.isRead()

/** Returns which of the two databases responded while `work` ran. */
async function reads(work: () => Promise<unknown>): Promise<Partial<Record<ReadFrom, number>>> {
  const before = { ...replica.counts() }
  await work()
  return Object.fromEntries(
    Object.entries(replica.counts())
      .map(([from, count]) => [from, count - before[from as ReadFrom]] as const)
      .filter(([, count]) => count > 0),
  )
}

async function titles(as: { id: string }): Promise<string[]> {
  const { status, body } = await api.call(as, 'projects.list')
  expect(status).toBe(200)
  return body.projects.map(({ title }) => title)
}

const STANDBY = 'select pg_is_in_recovery() as standby'

/** Directly on the standby, bypassing the link. */
async function atStandby(statement: string): Promise<void> {
  const pool = createPool(pair.standbyUrl, 1)
  await pool.query(statement)
  await pool.end()
}

test('public data is read from a replica that keeps up, and a person’s own data is not', async () => {
  await expect.poll(isRead).toBe(true)
  await expect.poll(() => titles(creator)).toEqual(['the first'])
  const calls: [RouteKey, { id: string } | null, object?][] = [
    ['projects.list', creator],
    ['projects.of_brand', creator, { params: { id: seller.id } }],
    ['creators.search', seller],
    ['creators.facets', seller],
    ['profiles.get', null, { params: { id: creator.id } }],
  ]
  for (const [key, as, input] of calls)
    expect([key, await reads(() => api.call(as, key, input))]).toEqual([key, { replica: 1 }])
  const page = profilePage(
    api.deps,
    { shell: (path) => ({ ...pack(path), ...inlineHashes(''), links: undefined, filesUrl: null }) },
    async ({ path }) => ({ ...pack(path), ...inlineHashes(''), links: undefined, filesUrl: null }),
  )
  const visitor = { ip: '127.0.0.1', request: { headers: {} }, now: new Date() }
  expect(await reads(() => page(creator.id, visitor))).toEqual({ replica: 1 })
  // Own things are not.
  expect(await reads(() => api.call(seller, 'projects.mine'))).toEqual({})
  expect(await reads(() => api.call(creator, 'profiles.me'))).toEqual({})
})

test('someone who changed something reads from the primary for longer than a replica may be behind', () => {
  expect(OWN_CHANGES_MS).toBeGreaterThan(2 * MOST_BEHIND_MS)
})

test('people see their own changes at once, and everyone else seconds later, even if the replica stops replaying', async () => {
  await atStandby('select pg_wal_replay_pause()')
  const project = {
    title: 'the second',
    category: 'home',
    description: 'Three vertical videos, daylight and natural sound.',
    product_details: 'A mug.',
    budget: 600,
    deadline: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    product_images: [],
    status: 'active',
  }
  expect((await api.call(seller, 'projects.create', { body: project })).status).toBe(200)
  expect(await titles(seller)).toEqual(['the second', 'the first'])
  // Another page of theirs, by a process that did not see the change.
  const elsewhere = await api.app.inject({
    url: '/api/projects',
    headers: { authorization: `Bearer ${tokenOf(creator)}`, [OWN_CHANGES_HEADER]: '1' },
  })
  expect(elsewhere.body).toContain('the second')
  // Someone new, whom the replica does not know yet.
  const newcomer = await buildCreator(api.pool)
  const { status } = await api.call(null, 'profiles.get', { params: { id: newcomer.id } })
  expect(status).toBe(200)

  await expect.poll(() => titles(creator)).toEqual(['the second', 'the first'])
  await expect.poll(isRead).toBe(false)
  expect(await reads(() => titles(creator))).toEqual({ primary: 1 })
  await atStandby('select pg_wal_replay_resume()')
  await expect.poll(isRead).toBe(true)
  expect(await reads(() => titles(creator))).toEqual({ replica: 1 })
})

test('a replica that falls silent, or is gone, delays at most one response and fails none', async () => {
  // At first no new connection reaches it either: otherwise the next comparison could come before the second read.
  link.moveTo('postgres://127.0.0.1:9/none')
  link.silence()
  expect(await reads(() => titles(creator))).toEqual({ again: 1 })
  expect(await reads(() => titles(creator))).toEqual({ primary: 1 })
  link.moveTo(pair.standbyUrl)
  await expect.poll(isRead).toBe(true)
  expect(await titles(creator)).toEqual(['the second', 'the first'])

  await link.close()
  expect(await titles(creator)).toEqual(['the second', 'the first'])
  await expect.poll(isRead).toBe(false)
  link = await openDatabaseLink(pair.standbyUrl)
})

test('a promoted replica is not read, and nothing can be written through it', async () => {
  const other = createReplica(pair.standbyUrl, api.pool, 2, {
    log: api.deps.log,
    writers: createRecentWriters(),
  })
  await expect.poll(() => other.isRead()).toBe(true)
  await pair.promote()
  const isStandby = async () => (await other.pool.query(STANDBY)).rows
  await expect.poll(isStandby).toEqual([{ standby: false }])
  // Immediately, although it does not yet lack anything the primary has.
  await other.look()
  expect(other.isRead()).toBe(false)
  await expect(other.pool.query('delete from projects')).rejects.toThrow(/read-only transaction/)
  await other.close()
})
