import type pg from 'pg'

/** Our schemas: created by our migrations and the job queue. */
const SCHEMAS = ['public', 'auth', 'graphile_worker']

/** Recreated with the schema. */
const WRITTEN_BY_MIGRATIONS = ['public.schema_migrations', 'graphile_worker.migrations']

/** Has rows from the start; those of a backup replace them. */
export const SEEDED_BY_MIGRATIONS = ['public.fee_terms']

/** A table as it is copied: without generated columns, which are derived from the others. */
export interface CopiedTable {
  name: string
  columns: string[]
  /** Its rows last only as long as the server runs, and a standby cannot read them. A backup leaves them out. */
  unlogged: boolean
}

/** Our tables by name. */
export async function copiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows: found } = await client.query<CopiedTable>(
    `select n.nspname || '.' || c.relname as name,
        (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
        c.relpersistence = 'u' as unlogged
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind = 'r'
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      order by 1`,
    [SCHEMAS],
  )
  return found.filter(({ name }) => !WRITTEN_BY_MIGRATIONS.includes(name))
}

/**
 * Drops the foreign keys between our tables and returns the statements that restore them. Tables may refer to each
 * other in a cycle, which no insertion order could satisfy; once restored, each key is checked for every row.
 */
export async function withoutReferences(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ table: string; name: string; says: string }>(
    `select n.nspname || '.' || c.relname as table, conname as name, pg_get_constraintdef(k.oid) as says
      from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = c.relnamespace
      where contype = 'f' and n.nspname = any($1) order by 1, 2`,
    [SCHEMAS],
  )
  for (const { table, name } of references)
    await client.query(`alter table ${quoted(table)} drop constraint ${identifier(name)}`)
  return async () => {
    for (const { table, name, says } of references)
      await client.query(`alter table ${quoted(table)} add constraint ${identifier(name)} ${says}`)
  }
}

/** Formats "auth.users" for a statement. Only names from the catalogue get here. */
export const quoted = (name: string): string => name.split('.').map(identifier).join('.')

/** Formats "(a, b)" for a statement. */
export const columnList = (columns: readonly string[]): string =>
  `(${columns.map(identifier).join(', ')})`

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Returns our sequences' positions: ahead of every existing row, so that no number is used twice. */
export async function sequencesOf(client: pg.ClientBase) {
  const { rows: found } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind = 'S' order by 1`,
    [SCHEMAS],
  )
  const sequences: { name: string; last: string; used: boolean }[] = []
  for (const { name } of found) {
    const { rows: standing } = await client.query<{ last: string; used: boolean }>(
      `select last_value::text as last, is_called as used from ${quoted(name)}`,
    )
    sequences.push(...standing.map((one) => ({ name, ...one })))
  }
  return sequences
}

/** Returns the newest migration of the job queue's schema; 0 where it has none. */
export async function queueMigration(client: pg.ClientBase): Promise<number> {
  const { rows: found } = await client.query<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from graphile_worker.migrations',
  )
  return found[0]?.id ?? 0
}
