import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { forgetNames } from '#server/retention/forget-names.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildCreator, buildSeller } from '#tests/support/builders.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const known = async (...names: string[]) =>
  (
    await rows<{ name: string }>(
      api.pool,
      sql`select name from creator_names where name = any(${names}) order by name`,
    )
  ).map(({ name }) => name)
const rename = (db: Parameters<typeof execute>[0], id: string, name: string) =>
  execute(db, sql`update profiles set name = ${name} where id = ${id}`)

test('a name is stored while a creator has it, in the folded form that is searched', async () => {
  const one = await buildCreator(api.pool, { name: 'Ånge  Vex' })
  const other = await buildCreator(api.pool, { name: 'ange vex', payoutReady: false })
  expect(await known('ange vex')).toEqual(['ange vex'])
  await rename(api.pool, one.id, 'Ange Vax')
  expect(await known('ange vex', 'ange vax')).toEqual(['ange vax', 'ange vex'])
  await execute(api.pool, sql`delete from profiles where id = ${other.id}`)
  expect(await known('ange vex', 'ange vax')).toEqual(['ange vax'])
  await execute(api.pool, sql`update profiles set role = 'seller' where id = ${one.id}`)
  expect(await known('ange vax')).toEqual([])
  await execute(api.pool, sql`update profiles set role = 'creator' where id = ${one.id}`)
  expect(await known('ange vax')).toEqual(['ange vax'])
  const brand = await buildSeller(api.pool, 'Bruno Brand')
  await rename(api.pool, brand.id, 'Bruno Brandt')
  expect(await known('bruno brand', 'bruno brandt')).toEqual([])
})

test('PostgreSQL refuses to delete a name that a creator has', async () => {
  await buildCreator(api.pool, { name: 'Kept Name' })
  await expect(
    execute(api.pool, sql`delete from creator_names where name = 'kept name'`),
  ).rejects.toMatchObject({ code: '23503' })
})

test('a name stays stored if it is taken while its last creator is giving it up', async () => {
  const leaving = await buildCreator(api.pool, { name: 'Passed On' })
  const taking = await buildCreator(api.pool, { name: 'Before Passed' })
  await inTransaction(api.pool, async (tx) => {
    await rename(tx, leaving.id, 'Somebody Else')
    const taken = rename(api.pool, taking.id, 'Passed On')
    await expect.poll(() => waitingForLocks(api.pool)).toBe(1)
    await tx.query('commit')
    await taken
    await tx.query('begin')
  })
  expect(await known('passed on')).toEqual(['passed on'])
})

test('a name stays stored if its last creator gives it up while another is taking it', async () => {
  const leaving = await buildCreator(api.pool, { name: 'Handed Over' })
  const taking = await buildCreator(api.pool, { name: 'Before Handed' })
  await inTransaction(api.pool, async (tx) => {
    await rename(tx, taking.id, 'Handed Over')
    await rename(api.pool, leaving.id, 'Somebody New')
  })
  expect(await known('handed over')).toEqual(['handed over'])
})

test('a name stays stored if it is given up while the statement that takes it is still running', async () => {
  const leaving = await buildCreator(api.pool, { name: 'Half Way' })
  const taking = await buildCreator(api.pool, { name: 'Before Half' })
  const LOCK = 91
  await inTransaction(api.pool, async (tx) => {
    await execute(tx, sql`select pg_advisory_xact_lock(${LOCK})`)
    const taken = execute(
      api.pool,
      sql`with taken as (update profiles set name = 'Half Way' where id = ${taking.id} returning id)
        select pg_advisory_xact_lock(${LOCK}) from taken`,
    )
    await expect.poll(() => waitingForLocks(api.pool)).toBe(1)
    await rename(api.pool, leaving.id, 'Somebody Other')
    await tx.query('commit')
    await taken
    await tx.query('begin')
  })
  expect(await known('half way')).toEqual(['half way'])
})

test('two creators exchange their names at once', async () => {
  const one = await buildCreator(api.pool, { name: 'First Half' })
  const other = await buildCreator(api.pool, { name: 'Other Half' })
  await Promise.all([
    rename(api.pool, one.id, 'Other Half'),
    rename(api.pool, other.id, 'First Half'),
  ])
  expect(await known('first half', 'other half')).toEqual(['first half', 'other half'])
})

test('a name that its last two creators give up concurrently is deleted by the daily job', async () => {
  const one = await buildCreator(api.pool, { name: 'Both Gone' })
  const other = await buildCreator(api.pool, { name: 'Both Gone' })
  await inTransaction(api.pool, async (tx) => {
    await rename(tx, one.id, 'Gone East')
    await rename(api.pool, other.id, 'Gone West')
  })
  expect(await known('both gone', 'gone east', 'gone west')).toEqual([
    'both gone',
    'gone east',
    'gone west',
  ])
  expect(await forgetNames(api.pool)).toBe(1)
  expect(await known('both gone', 'gone east', 'gone west')).toEqual(['gone east', 'gone west'])
  expect(await forgetNames(api.pool)).toBe(0)
})
