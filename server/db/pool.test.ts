import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { type DatabaseLink, openDatabaseLink } from '#tests/support/database-link.ts'
import { isDatabaseAway } from './away.ts'
import { createPool, PATIENCE, type Pool, REQUEST_IDLE_MS } from './pool.ts'
import { inTransaction } from './transaction.ts'

let database: FreshDatabase
let link: DatabaseLink
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  link = await openDatabaseLink(database.url)
  pool = createPool(link.through(database.url), 3, { statementMs: 1_000, answerMs: 2_000 })
})
afterAll(async () => {
  await link.close()
  await pool.end()
  await database.drop()
})

const one = () => pool.query('select 1')
const oneInTransaction = () => inTransaction(pool, (tx) => tx.query('select 1'))

test('a request waits at most ten seconds, and its statement times out on the server first', () => {
  expect(PATIENCE.request.answerMs).toBeLessThanOrEqual(10_000)
  for (const { statementMs, answerMs } of Object.values(PATIENCE))
    expect(statementMs).toBeLessThan(answerMs)
})

test('a connection is closed once it was idle for as long as its pool says', async () => {
  const patience = { statementMs: 1_000, answerMs: 2_000 }
  const brief = createPool(database.url, 1, { ...patience, idleMs: 1 })
  const kept = createPool(database.url, 1, { ...patience, idleMs: REQUEST_IDLE_MS })
  await Promise.all([brief.query('select 1'), kept.query('select 1')])
  await expect.poll(() => brief.totalCount).toBe(0)
  expect(kept.totalCount).toBe(1)
  await Promise.all([brief.end(), kept.end()])
})

test('a connection that goes silent fails its statements, and the pool recovers', async () => {
  await Promise.all([one(), one(), one()])
  expect(pool.totalCount).toBe(3)
  link.silence()
  const refusals: Error[] = []
  for (const ask of [one, oneInTransaction, oneInTransaction])
    ask().catch((error: Error) => refusals.push(error))
  await expect.poll(() => refusals.length).toBe(3)
  expect(refusals.map(isDatabaseAway)).toEqual([true, true, true])
  const again = await Promise.all([one(), oneInTransaction(), oneInTransaction(), one()])
  for (const { rows } of again) expect(rows).toHaveLength(1)
})

test('PostgreSQL is set to end an unreachable session after 25 seconds', async () => {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name like 'tcp\\_%' order by name`,
  )
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    tcp_keepalives_count: '3',
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_user_timeout: '25000',
  })
})

test('a transaction refused by a standby discards its connection; any other failure keeps it', async () => {
  const single = createPool(database.url, 1)
  const pidOf = async () =>
    (await single.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await pidOf()
  await expect(inTransaction(single, (tx) => tx.query('select 1 / 0'))).rejects.toThrow('division')
  expect(await pidOf()).toBe(before)
  await expect(
    inTransaction(single, async (tx) => {
      await tx.query('set transaction read only')
      await tx.query('create table never (id integer)')
    }),
  ).rejects.toMatchObject({ code: '25006' })
  expect(await pidOf()).not.toBe(before)
  await single.end()
})
