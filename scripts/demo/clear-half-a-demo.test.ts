import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { ELLEN } from './cast.ts'
import { clearHalfADemo } from './clear-half-a-demo.ts'

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

const users = () => rows<{ email: string }>(pool, sql`select email from auth.users`)
const join = (email: string) =>
  execute(pool, sql`insert into auth.users (id, email) values (gen_random_uuid(), ${email})`)

test('users are removed when no one but the demo’s cast has signed up', async () => {
  await join(ELLEN.email)
  await clearHalfADemo(pool)
  expect(await users()).toEqual([])
})

test('nothing is removed once someone else has signed up', async () => {
  await join('somebody@example.com')
  await expect(clearHalfADemo(pool)).rejects.toThrow('other people have signed up')
  expect(await users()).toEqual([{ email: 'somebody@example.com' }])
})
