import type pg from 'pg'

/** Schemas that are ours: our migrations and the job queue make them. */
const SCHEMAS = ['public', 'auth', 'graphile_worker']

/** Written anew by whoever makes the schema. */
const WRITTEN_BY_MIGRATIONS = ['public.schema_migrations', 'graphile_worker.migrations']

/** Has rows as soon as it is made; those of a backup take their place. */
export const SEEDED_BY_MIGRATIONS = ['public.fee_terms']

/** A table as it is copied: generated columns are left out, they follow from the others. */
export interface CopiedTable {
  name: string
  columns: string[]
}

/** Our tables by name. */
export async function copiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows: found } = await client.query<CopiedTable>(
    `select n.nspname || '.' || c.relname as name,
        (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind = 'r'
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      order by 1`,
    [SCHEMAS],
  )
  return found.filter(({ name }) => !WRITTEN_BY_MIGRATIONS.includes(name))
}

/**
 * Takes the references between our tables away and answers what puts them back. Tables may refer to each other in
 * a ring, which no order of reading rows in would bear; put back, each is checked for every row.
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

/** "auth.users" as a statement writes it. Only names from the catalogue, or that were found there, come here. */
export const quoted = (name: string): string => name.split('.').map(identifier).join('.')

/** "(a, b)" as a statement writes it. */
export const columnList = (columns: readonly string[]): string =>
  `(${columns.map(identifier).join(', ')})`

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Our sequences where they stand: ahead of every row that is there, so that no number is given out twice. */
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

/** The newest migration of the job queue's schema; 0 where it has none. */
export async function queueMigration(client: pg.ClientBase): Promise<number> {
  const { rows: found } = await client.query<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from graphile_worker.migrations',
  )
  return found[0]?.id ?? 0
}
