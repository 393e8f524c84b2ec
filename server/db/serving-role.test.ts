import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { migrate } from './migrate.ts'
import { createPool, type Pool } from './pool.ts'
import { ownsSchema, rightsOn, roleOf, SCHEMAS, TABLE_RULES } from './serving-role.ts'

let database: FreshDatabase
let owner: Pool
let serving: Pool
/** Every table of ours and of the queue, under its SQL name. */
let tables: string[]
beforeAll(async () => {
  database = await freshDatabase()
  // A clone does not include rights on the database itself.
  await migrate(database.url, undefined, { servingRole: roleOf(database.servingUrl) })
  owner = createPool(database.url, 1)
  serving = createPool(database.servingUrl, 1)
  const { rows } = await owner.query<{ name: string }>(
    `select format('%s.%I', nspname, relname) as name from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = any($1) and relkind in ('r', 'p') order by 1`,
    [SCHEMAS],
  )
  tables = rows.map(({ name }) => name)
})
afterAll(async () => {
  await serving.end()
  await owner.end()
  await database.drop()
})

const INSUFFICIENT_PRIVILEGE = '42501'

/** The statements that the serving role was allowed to run, or that failed for another reason. */
async function notRefused(statements: readonly string[]): Promise<string[]> {
  const others: string[] = []
  const client = await serving.connect()
  for (const statement of statements) {
    await client.query('begin')
    const outcome = await client.query(statement).then(
      () => 'was allowed',
      (error: { code: string; message: string }) =>
        error.code === INSUFFICIENT_PRIVILEGE ? null : error.message,
    )
    await client.query('rollback')
    if (outcome !== null) others.push(`${statement}: ${outcome}`)
  }
  client.release()
  return others
}

const inPublic = (table: string) => table.replace(/^public\./, '')

describe('the serving role', () => {
  it('can neither drop, empty, alter nor take over any table, nor touch its triggers', async () => {
    expect(tables.length).toBeGreaterThan(80)
    const statements = tables.flatMap((table) => [
      `drop table ${table} cascade`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger user`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} owner to current_user`,
      `alter table ${table} add column planted text`,
      `create trigger planted before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
      `create policy planted on ${table} using (true)`,
      `grant all on ${table} to current_user with grant option`,
    ])
    const allowed = await notRefused(statements)
    // Granting a right that one may not grant is a warning and not an error: it changes nothing, as the next test
    // shows.
    expect(allowed.filter((line) => !line.startsWith('grant'))).toEqual([])
  })

  it.each([
    'create table planted (id integer)',
    'create temporary table events (id integer)',
    'create schema planted',
    'create role planted',
    'create extension dblink',
    'create function planted() returns integer language sql as $$ select 1 $$',
    'set session_replication_role = replica',
    'set role postgres',
    `copy profiles to program 'true'`,
    `select pg_read_file('postgresql.conf')`,
    `select pg_ls_dir('.')`,
    'select * from pg_authid',
    'drop schema auth cascade',
    'drop function show_new_profile cascade',
    'alter role current_user superuser',
    `insert into schema_migrations (name) values ('9999_planted.sql')`,
    'delete from schema_migrations',
  ])('is refused: %s', async (statement) => {
    expect(await notRefused([statement])).toEqual([])
  })

  it('has exactly the rights its table of rules gives, on every table', async () => {
    const rights = ['select', 'insert', 'update', 'delete'] as const
    for (const table of tables) {
      const { rows } = await owner.query<{ had: string[] }>(
        `select array(select one from unnest($3::text[]) one where has_table_privilege($1, $2, one)) as had`,
        [roleOf(database.servingUrl), table, [...rights, 'truncate', 'references', 'trigger']],
      )
      expect(rows[0]?.had, table).toEqual(rightsOn(inPublic(table)))
    }
  })

  it('cannot change or remove append-only rows, even if their triggers are gone', async () => {
    const once = tables.filter((table) => !rightsOn(inPublic(table)).includes('update'))
    expect(once).toContain('public.ledger_entries')
    expect(once).toContain('public.events')
    const kept = tables.filter((table) => !rightsOn(inPublic(table)).includes('delete'))
    expect(kept).toContain('public.payments')
    const columns = await owner.query<{ table: string; column: string }>(
      `select format('%s.%I', table_schema, table_name) as table, min(column_name) as column
        from information_schema.columns where table_schema = any($1) group by 1`,
      [SCHEMAS],
    )
    const columnOf = new Map(columns.rows.map(({ table, column }) => [table, column]))
    expect(
      await notRefused([
        ...once.map((table) => `update ${table} set "${columnOf.get(table)}" = default`),
        ...kept.map((table) => `delete from ${table}`),
      ]),
    ).toEqual([])
  })

  it('loses rights granted outside of the rules, and reads a new table, when migrations run again', async () => {
    const role = roleOf(database.servingUrl)
    await owner.query(`grant all on payments, events to ${role}; grant create on schema public to ${role};
      create table of_a_newer_release (id integer primary key)`)
    expect(await notRefused(['truncate events'])).not.toEqual([])
    await migrate(database.url, undefined, { servingRole: role })
    expect(
      await notRefused([
        'truncate events',
        'delete from payments',
        'create table planted (id integer)',
      ]),
    ).toEqual([])
    await serving.query('select * from of_a_newer_release')
    await owner.query('drop table of_a_newer_release')
  })

  it('can check that no migration is pending', async () => {
    expect(await migrate(database.servingUrl)).toEqual([])
  })

  it('keeps all rights if it is also the owner, and must be named in the database URL', async () => {
    await migrate(database.url, undefined, { servingRole: roleOf(database.url) })
    const { rows } = await owner.query(
      `select has_table_privilege('ledger_entries', 'update, delete, truncate, trigger') as all`,
    )
    expect(rows).toEqual([{ all: true }])
    expect(() => roleOf('postgres:///market')).toThrow('must name its role')
  })

  it('is distinguished from the owner', async () => {
    expect(await ownsSchema(serving)).toBe(false)
    expect(await ownsSchema(owner)).toBe(true)
  })
})

it('the rules name existing tables, each once; rows of a table without a rule cannot be deleted', () => {
  const named = Object.values(TABLE_RULES).flat()
  const known = new Set(tables.map(inPublic))
  expect(named.filter((table) => !known.has(table))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
  expect(rightsOn('of_a_newer_release')).toEqual(['select', 'insert', 'update'])
})
