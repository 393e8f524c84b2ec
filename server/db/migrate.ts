import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'

/** Any number, the same in every process: whoever holds it migrates, the others wait. */
const MIGRATION_LOCK = 7_221_948

/**
 * Brings a database up to the newest schema: our files of server/db/migrations in the order of their
 * names, each in its own transaction and recorded, then the job queue's own schema. Safe to call from
 * several processes at once and cheap when there is nothing to do. `only` leaves other files alone: a backup is
 * read back into the schema it was written from.
 */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder(),
  only?: ReadonlySet<string>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = await client.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(done.rows.map((row) => row.name))
    for (const name of await migrationNames(folder)) {
      if (!applied.has(name) && only?.has(name) !== false)
        await apply(client, name, await readFile(`${folder}/${name}`, 'utf8'))
    }
    await migrateJobs({ connectionString: databaseUrl })
  } finally {
    await client.end()
  }
}

/** The names of the files that this release brings, in their order. */
export async function migrationNames(folder = migrationsFolder()): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

async function apply(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** The bundle and the sources keep the same distance to the SQL files: see the build script. */
function migrationsFolder(): string {
  return fileURLToPath(new URL('./migrations', import.meta.url))
}
