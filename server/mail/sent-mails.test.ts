import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import type { JobPayloads } from '#server/jobs/job-payloads.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { forgetAll } from '#server/retention/forget-past.ts'
import { DAILY } from '#server/retention/forgetting-rules.ts'
import { sentOnce } from './sent-mails.ts'

const DAY_MS = 24 * 60 * 60_000
const mail = { to: 'maya@example.com', subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }

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

/** A transport that records what it sent and fails a given number of times. */
function wayOut(refusals = 0) {
  const left: JobPayloads['mail.send'][] = []
  let refuse = refusals
  const send = sentOnce(pool, async (sent) => {
    refuse -= 1
    if (refuse >= 0) throw new Error('come again')
    left.push(sent)
  })
  return { left, send }
}

test('a job that reruns after a refusal sends; one that reruns after a success does not', async () => {
  const { left, send } = wayOut(1)
  const named = { ...mail, dedupe_id: 'notification-7' }
  await expect(send(named)).rejects.toThrow('come again')
  for (let run = 0; run < 3; run += 1) await send(named)
  expect(left).toHaveLength(1)
  await send({ ...mail, dedupe_id: 'notification-8' })
  expect(left).toHaveLength(2)
})

test('mails without a dedupe id are independent', async () => {
  const { left, send } = wayOut()
  await send(mail)
  await send(mail)
  expect(left).toHaveLength(2)
})

test('a dedupe id is forgotten after a month', async () => {
  const { left, send } = wayOut()
  await send({ ...mail, dedupe_id: 'old' })
  await forgetAll(pool, DAILY, new Date(Date.now() + 29 * DAY_MS))
  await send({ ...mail, dedupe_id: 'old' })
  await forgetAll(pool, DAILY, new Date(Date.now() + 31 * DAY_MS))
  await send({ ...mail, dedupe_id: 'old' })
  expect(left).toHaveLength(2)
})
