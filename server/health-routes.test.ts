import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { healthRoute, type HealthOptions } from './health-routes.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createLog } from '#server/logging/log.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 2)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** A process's responses: [live, ready, the reason when it is not ready]. */
async function asked(on: Pool, options?: HealthOptions) {
  const app = createHttpApp(createLog('silent'), 0)
  healthRoute(app, { pool: on }, options)
  const live = await app.inject('/health/live')
  const ready = await app.inject('/health/ready')
  const short = await app.inject('/health')
  await app.close()
  expect(ready.headers['retry-after']).toBe(ready.statusCode === 503 ? '2' : undefined)
  expect([short.statusCode, short.body]).toEqual([ready.statusCode, ready.body])
  return [live.statusCode, ready.statusCode, ready.json<{ status: string }>().status]
}

test('a process is ready while its database responds and has the schema it needs', async () => {
  expect(await asked(pool)).toEqual([200, 200, 'ready'])
})

test('a stopping process is alive but not ready', async () => {
  expect(await asked(pool, { isDraining: () => true })).toEqual([200, 503, 'draining'])
})

test('a process held back on a recovered database is alive but not ready', async () => {
  expect(await asked(pool, { isHeld: true })).toEqual([200, 503, 'held'])
})

test('a process without its database is alive but not ready: a restart would not help', async () => {
  const away = createPool('postgres://nobody@127.0.0.1:9/none', 1)
  expect(await asked(away)).toEqual([200, 503, 'database unreachable'])
  await away.end()
})

test('a process is not ready when its database lacks a migration; extra ones are fine', async () => {
  await pool.query("insert into schema_migrations (name) values ('9999_of_the_next_release.sql')")
  expect(await asked(pool)).toEqual([200, 200, 'ready'])
  await pool.query("delete from schema_migrations where name like '0002%'")
  expect(await asked(pool)).toEqual([200, 503, 'migrations missing'])
  await pool.query('drop table schema_migrations')
  expect(await asked(pool)).toEqual([200, 503, 'migrations missing'])
})
