import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestTalkOf } from '#server/conversations/conversation-store.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { fillDatabase } from '#tests/generate/fill.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { readsOf, sentBy } from '#tests/support/plans.ts'

/** Where a brand writes to a creator is found from the talks of the two, however many projects the brand has. */

let pool: Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  await fillDatabase(database.url, { projects: 600, now: new Date(), passwordHash: '-' })
  pool = createPool(database.url, 1)
  await pool.query('vacuum analyze')
})
afterAll(async () => {
  await pool.end()
  await drop()
})

test('the latest talk of two reads no list of projects', async () => {
  const { seller, creator } = await oneRow<{ seller: string; creator: string }>(
    pool,
    sql`select busiest.seller_id as seller, (array_agg(creator_id))[1] as creator from conversations
      join (select seller_id from projects group by 1 order by count(*) desc limit 1) busiest using (seller_id) group by 1`,
  )
  expect(await latestTalkOf(pool, seller, creator)).not.toBeNull()
  const reads = await readsOf(pool, await sentBy((db) => latestTalkOf(db, seller, creator)))
  expect(reads.filter((read) => read.includes('projects'))).toEqual(['projects_pkey'])
  expect(reads.find((read) => read.includes('conversations'))).toMatch(/^conversations_of_/)
})
