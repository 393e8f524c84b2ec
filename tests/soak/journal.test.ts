import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { buildDeal, buildMessage } from '#tests/support/builders.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { Journal } from './journal.ts'

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

test('the journal reports acknowledged writes that are gone, changed or reverted, but not later progress', async () => {
  const { seller, project, conversation } = await buildDeal(pool)
  const { id } = await buildMessage(pool, { conversation, sender: seller })
  const { content, seq, title } = await oneRow<{ content: string; seq: number; title: string }>(
    pool,
    sql`select content, seq, title from messages, projects
      where messages.id = ${id} and projects.id = ${project.id}`,
  )
  const journal = new Journal()
  const talk = { conversation_id: conversation.id, sender_id: seller.id }
  journal.note('messages', { id, ...talk, seq, content, read: false })
  const posted = { id: project.id, seller_id: seller.id, title }
  // Acknowledged as published; its status has moved on since.
  journal.note('projects', { ...posted, status: 'active' })
  expect(await journal.lost(pool, { all: true })).toEqual([])

  journal.note('projects', { ...posted, status: 'completed' })
  expect(await journal.lost(pool, { all: false })).toHaveLength(1)
  // A loss is reported once: the next check of what is new finds nothing.
  expect(await journal.lost(pool, { all: false })).toEqual([])
  await pool.query('update messages set content = $1 where id = $2', ['another', id])
  expect(await journal.lost(pool, { all: true })).toHaveLength(2)
  await pool.query('delete from messages where id = $1', [id])
  const lost = await journal.lost(pool, { all: true })
  expect(lost.find((line) => line.startsWith('messages'))).toMatch(/is null$/)
})
