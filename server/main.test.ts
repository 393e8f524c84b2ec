import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '#scripts/build.mjs'
import { startChild } from '#scripts/child.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'

let database: FreshDatabase
let admin: pg.Client
beforeAll(async () => {
  await ensureBuilt(process.cwd(), ['server'])
  database = await freshDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const waiting = async () => {
  const { rows } = await admin.query(
    `select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`,
  )
  return rows.length
}

test('a process that waits for another one to migrate ends when it is told to, and when its launcher is gone', async () => {
  await admin.query('select pg_advisory_lock(7221948)')
  const start = (name: string) =>
    startChild({
      name,
      args: ['dist/server/main.js'],
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: database.url },
    })
  const [told, orphaned] = [start('told'), start('orphaned')]
  await expect.poll(waiting).toBe(2)
  told.process.kill('SIGTERM')
  orphaned.process.disconnect()
  await Promise.all([told.ended, orphaned.ended])
  for (const { process } of [told, orphaned])
    expect([process.exitCode, process.signalCode]).toEqual([0, null])
})
