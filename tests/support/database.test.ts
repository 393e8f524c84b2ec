import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from './database.ts'

test('fresh databases do not share tables, and are gone once dropped', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()])
  const inOne = new pg.Client({ connectionString: one.url })
  const inTwo = new pg.Client({ connectionString: two.url })
  await Promise.all([inOne.connect(), inTwo.connect()])
  try {
    await inOne.query('create table only_here (id int)')
    const tables = `select to_regclass('only_here') is not null as found`
    expect((await inOne.query(tables)).rows).toEqual([{ found: true }])
    expect((await inTwo.query(tables)).rows).toEqual([{ found: false }])
  } finally {
    await Promise.all([inOne.end(), inTwo.end()])
    await Promise.all([one.drop(), two.drop()])
  }
  const gone = new pg.Client({ connectionString: one.url })
  await expect(gone.connect()).rejects.toThrow('does not exist')
})
