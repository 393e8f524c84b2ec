import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { migrate, OutdatedSchema, refuseUnmatchedSchema, UnmatchedSchema } from './migrate.ts'
import { createPool } from './pool.ts'

const own = join(import.meta.dirname, 'migrations')
const names = readdirSync(own).toSorted()

let database: FreshDatabase
let folder: string
beforeAll(async () => {
  database = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cartwright-migrations-'))
  for (const name of names) copyFileSync(join(own, name), join(folder, name))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

test('of two processes that start with a migration pending, one runs it and the other waits', async () => {
  // A second run would fail: the table exists.
  writeFileSync(
    join(folder, '9999_pending.sql'),
    'create table pending_once (id integer); select pg_sleep(0.2);',
  )
  await Promise.all([migrate(database.url, folder), migrate(database.url, folder)])
  const pool = createPool(database.url, 1)
  const { rows } = await pool.query(`select name from schema_migrations where name like '9999%'`)
  expect(rows).toHaveLength(1)
  // Both find the table, whichever started first.
  await pool.query('select id from pending_once')
  await pool.end()
})

test('a failing migration is rolled back and named in the error', async () => {
  writeFileSync(join(folder, '9999_z_broken.sql'), 'create table half (id integer); select 1 / 0;')
  await expect(migrate(database.url, folder)).rejects.toThrow('9999_z_broken.sql')
  const pool = createPool(database.url, 1)
  const { rows } = await pool.query(`select to_regclass('half') as half`)
  expect(rows).toEqual([{ half: null }])
  await pool.end()
})

test('a release that does not migrate refuses a schema that is older or newer than its own', async () => {
  const fresh = await freshDatabase()
  const pool = createPool(fresh.url, 1)
  await refuseUnmatchedSchema(pool)
  await pool.query(`insert into schema_migrations (name) values ('9999_of_the_next_release.sql')`)
  await expect(refuseUnmatchedSchema(pool)).rejects.toThrow('9999_of_the_next_release.sql')
  await pool.query(`delete from schema_migrations where name like '9999%' or name = $1`, [
    names.at(-1),
  ])
  await expect(refuseUnmatchedSchema(pool)).rejects.toThrow('npm run migrate')
  await pool.query('drop table schema_migrations')
  await expect(refuseUnmatchedSchema(pool)).rejects.toThrow(UnmatchedSchema)
  await pool.end()
  await fresh.drop()
})

test('migrations are numbered from 0001 without gaps or duplicates', () => {
  expect(names.map((name) => name.slice(0, 5))).toEqual(
    names.map((_, at) => `${String(at + 1).padStart(4, '0')}_`),
  )
  for (const name of names) expect(name).toMatch(/^\d{4}_[a-z_]+\.sql$/)
})

test('a database of an earlier baseline is refused with instructions and left unchanged', async () => {
  const old = await emptyDatabase()
  const pool = createPool(old.url, 1)
  await pool.query('create table schema_migrations (name text primary key)')
  await pool.query(`insert into schema_migrations values ('0001_auth.sql'), ('0002_domain.sql')`)
  await expect(migrate(old.url)).rejects.toThrow(OutdatedSchema)
  await expect(migrate(old.url)).rejects.toThrow('npm run db:reset')
  const { rows } = await pool.query(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(rows).toEqual([{ name: 'schema_migrations' }])
  await pool.end()
  await old.drop()
})

/** The last file of the baseline. Everything after it may run while the previous release is still running. */
const BASELINE_ENDS = '0019_operator.sql'

/** What the previous release, still running beside the new one, would break on. */
const TAKES_AWAY =
  /\bdrop\s+(table|column|view)\b|\brename\s+(to|column)\b|\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b|\balter\s+column\s+\w+\s+set\s+not\s+null\b|\badd\s+column\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/i

test('a migration that could break the previous release declares it in a line "-- contracts:"', () => {
  const silent = names
    .filter((name) => name > BASELINE_ENDS)
    .filter((name) => {
      const text = readFileSync(join(own, name), 'utf8')
      return TAKES_AWAY.test(text.replace(/--.*$/gm, '')) && !/^-- contracts:/m.test(text)
    })
  expect(silent).toEqual([])
  // The rule recognises what it is meant to catch.
  expect('alter table a drop column b').toMatch(TAKES_AWAY)
  expect('alter table a add column b text not null').toMatch(TAKES_AWAY)
  expect("alter table a add column b text not null default ''").not.toMatch(TAKES_AWAY)
})
