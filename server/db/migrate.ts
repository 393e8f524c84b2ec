import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import type { Queryable } from './pool.ts'
import { grantServing, roleOf } from './serving-role.ts'

/** An arbitrary number, the same in every process: the holder of this lock migrates, the others wait. */
const MIGRATION_LOCK = 7_221_948

/**
 * Thrown for a database filled by migrations from before the present baseline, which no migration of this release
 * continues (decision 0034). It was left unchanged. The message says what to do, without the address.
 */
export class OutdatedSchema extends Error {
  constructor() {
    super(
      'This database was made by an earlier checkout, whose migrations this release does not continue; nothing in it was changed. ' +
        'Start again from an empty one (`npm run db:reset` removes all data), or go on with the release that made it.',
    )
  }
}

/**
 * Migrates a database to the newest schema: the files of server/db/migrations in order, each in its own transaction and
 * recorded, then the job queue's own schema. Safe to call from several processes concurrently, and cheap when there is
 * nothing to do. `only` limits it to some files: a backup is restored into the schema it was written from. With a
 * `servingRole`, that role then has exactly the rights it needs. Returns the names of the files it applied. Throws
 * OutdatedSchema.
 */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder(),
  { only, servingRole }: { only?: ReadonlySet<string>; servingRole?: string } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const names = await migrationNames(folder)
    const applied = await appliedMigrations(client)
    if (isOutdated(applied, names)) throw new OutdatedSchema()
    // Only on an empty database: a serving role, which may not create tables, gets this far when nothing is due.
    if (applied.size === 0)
      await client.query(
        'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
      )
    const due = names.filter((name) => !applied.has(name) && only?.has(name) !== false)
    for (const name of due) await apply(client, name, await readFile(`${folder}/${name}`, 'utf8'))
    await migrateQueue(databaseUrl)
    if (servingRole !== undefined)
      await inOneTransaction(client, () => grantServing(client, servingRole))
    return due
  } finally {
    await client.end()
  }
}

/**
 * Migrates as the owner and grants the role of `databaseUrl` its rights; migrates as that role itself where no owner is
 * given.
 */
export const migrateFor = (addresses: {
  databaseUrl: string
  migrationDatabaseUrl: string | null
}): Promise<string[]> =>
  addresses.migrationDatabaseUrl === null
    ? migrate(addresses.databaseUrl)
    : migrate(addresses.migrationDatabaseUrl, undefined, {
        servingRole: roleOf(addresses.databaseUrl),
      })

/**
 * On a pool of ours: the queue's own pool takes a while to end, and a server that shuts down meanwhile would end the
 * process.
 */
async function migrateQueue(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await migrateJobs({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/**
 * Thrown when this release is configured not to migrate and the schema is not the one it expects. The message says what
 * to do.
 */
export class UnmatchedSchema extends Error {}

/** For a start without migrating: throws UnmatchedSchema unless exactly this release's migrations were applied. */
export async function refuseUnmatchedSchema(
  client: Queryable,
  folder = migrationsFolder(),
): Promise<void> {
  const names = await migrationNames(folder)
  const applied = await appliedMigrations(client)
  const missing = names.filter((name) => !applied.has(name))
  if (missing.length > 0)
    throw new UnmatchedSchema(
      `MIGRATE_AT_START is off and the database lacks ${missing.length} of this release's ${names.length} migrations, ` +
        `first ${missing[0]}. Run \`npm run migrate\` of this release, then start again.`,
    )
  const known = new Set(names)
  const unknown = [...applied].filter((name) => !known.has(name)).toSorted()
  if (unknown.length > 0)
    throw new UnmatchedSchema(
      `MIGRATE_AT_START is off and the database was migrated by a newer release (${unknown.at(-1)}). Start that one. ` +
        'To go back to this release where it can run on the newer schema, start it with MIGRATE_AT_START=1.',
    )
}

/** Throws OutdatedSchema where `migrate` would, without changing anything. */
export async function refuseOutdatedSchema(client: pg.ClientBase): Promise<void> {
  if (isOutdated(await appliedMigrations(client), await migrationNames()))
    throw new OutdatedSchema()
}

/**
 * Whether migrations were applied without this release's first one. Unknown names prove nothing: a newer release may
 * have added them.
 */
export function isOutdated(applied: ReadonlySet<string>, names: readonly string[]): boolean {
  const [first] = names
  return applied.size > 0 && first !== undefined && !applied.has(first)
}

async function appliedMigrations(client: Queryable): Promise<Set<string>> {
  const { rows: known } = await client.query<{ table: string | null }>(
    `select to_regclass('schema_migrations')::text as table`,
  )
  if (known[0]?.table == null) return new Set()
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  return new Set(rows.map((row) => row.name))
}

/** Returns the names of this release's files, in order. */
export async function migrationNames(folder = migrationsFolder()): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

async function apply(client: pg.Client, name: string, text: string): Promise<void> {
  try {
    await inOneTransaction(client, async () => {
      await client.query(text)
      await client.query('insert into schema_migrations (name) values ($1)', [name])
    })
  } catch (error) {
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function inOneTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The bundle and the sources have the same relative path to the SQL files: see the build script. */
function migrationsFolder(): string {
  return fileURLToPath(new URL('./migrations', import.meta.url))
}
