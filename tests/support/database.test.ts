import pg from 'pg'
import { expect, test } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { buildDeal } from './builders.ts'
import { freshDatabase } from './database.ts'

test('a fresh database is migrated and empty whatever happens in another, and gone once dropped', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()])
  const inOne = new pg.Client({ connectionString: one.url })
  const inTwo = new pg.Client({ connectionString: two.url })
  const poolOfOne = createPool(one.url, 1)
  await Promise.all([inOne.connect(), inTwo.connect()])
  try {
    await inOne.query('create table only_here (id int)')
    const tables = `select to_regclass('only_here') is not null as found`
    expect((await inOne.query(tables)).rows).toEqual([{ found: true }])
    expect((await inTwo.query(tables)).rows).toEqual([{ found: false }])
    const people = 'select count(*)::int as found from profiles'
    expect((await inOne.query(people)).rows).toEqual([{ found: 0 }])
    await buildDeal(poolOfOne)
    expect((await inTwo.query(people)).rows).toEqual([{ found: 0 }])
    expect((await inOne.query(people)).rows).toEqual([{ found: 2 }])
  } finally {
    await Promise.all([inOne.end(), inTwo.end(), poolOfOne.end()])
    await Promise.all([one.drop(), two.drop()])
  }
  const gone = new pg.Client({ connectionString: one.url })
  await expect(gone.connect()).rejects.toThrow('does not exist')
})
