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

test('releases and sign-in mails do not wait behind notification jobs queued earlier', async () => {
  for (let mail = 0; mail < 30; mail += 1)
    await enqueue(pool, 'notifications.mail', { notification_id: mail })
  await enqueue(pool, 'payments.release', { payment_id: '00000000-0000-4000-8000-000000000000' })
  await enqueue(pool, 'mail.send', { to: 'ada@example.com', sealed: 'a link' })
  const taken: string[] = []
  const { promise: allBusy, resolve: proceed } = Promise.withResolvers<void>()
  const own = createPool(database.url, 6)
  const note = (name: string) => () => {
    if (taken.push(name) === 4) proceed()
    return allBusy
  }
  const tasks = {
    'notifications.mail': note('notice'),
    'payments.release': note('release'),
    'mail.send': note('code'),
  }
  const jobs = await startJobs(own, tasks, createLog('silent'))
  await expect.poll(() => taken.length).toBe(32)
  // No worker finished its first job before all four had one, so these four are the first that were taken, in any
  // order.
  expect(taken.slice(0, 4).toSorted()).toEqual(['code', 'notice', 'notice', 'release'])
  await jobs.stop()
  await own.end()
})
