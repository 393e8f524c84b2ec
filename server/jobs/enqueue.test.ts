import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { createLog } from '#server/logging/log.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { enqueue } from './enqueue.ts'
import { startJobs } from './runner.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 10)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('neither money nor a sign-in mail waits behind notices that were queued earlier', async () => {
  for (let mail = 0; mail < 30; mail += 1)
    await enqueue(pool, 'notifications.mail', { notification_id: mail })
  await enqueue(pool, 'payments.release', { payment_id: '00000000-0000-4000-8000-000000000000' })
  await enqueue(pool, 'mail.send', { to: 'ada@example.com', sealed: 'a link' })
  const done: string[] = []
  const own = createPool(database.url, 6)
  const note = (name: string) => async () => void done.push(name)
  const tasks = {
    'notifications.mail': note('notice'),
    'payments.release': note('release'),
    'mail.send': note('code'),
  }
  const jobs = await startJobs(own, tasks, createLog('silent'))
  await expect.poll(() => done.length).toBe(32)
  // Workers take four jobs at a time: they are among the first.
  expect(done.indexOf('release')).toBeLessThan(4)
  expect(done.indexOf('code')).toBeLessThan(6)
  await jobs.stop()
  await own.end()
})
