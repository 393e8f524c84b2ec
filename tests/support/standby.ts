import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#scripts/embedded-postgres.ts'
import { giveTo, postgresBinaries } from '#scripts/postgres-binaries.ts'
import { folderInMemory } from './database-folder.ts'

/** Two plain PostgreSQL servers with one migrated database: the second follows the first by streaming replication. */
export interface StandbyPair {
  /** Addresses of the database, as the superuser of both. */
  primaryUrl: string
  standbyUrl: string
  /** Stops the first as a planned switchover does, once the second has everything. */
  stopPrimary(): Promise<void>
  /** Makes the second accept writes. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const DATABASE = 'market'

/** Tests throw the data away: nothing has to survive a power cut. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', jit: 'off' }

/** Starts both, within a few seconds. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const folder = folderInMemory()
  const [first, second] = [join(folder, 'postgres'), join(folder, 'second', 'postgres')]
  const running: EmbeddedPostgres[] = []
  const stop = async () => {
    for (const server of running.toReversed()) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async (at: string, settings: Record<string, string> = {}) => {
    const server = await startEmbeddedPostgres({
      folder: at,
      disposable: true,
      settings: { ...SETTINGS, ...settings },
    })
    running.push(server)
    return server
  }
  try {
    const fresh = await start(first)
    await run(fresh.databaseUrl('postgres'), `create database ${DATABASE}`)
    await migrate(fresh.databaseUrl(DATABASE))
    await fresh.stop()
    mkdirSync(join(folder, 'second'))
    cpSync(first, second, { recursive: true })
    writeFileSync(join(second, 'standby.signal'), '')
    const primary = await start(first)
    const at = new URL(primary.databaseUrl('postgres'))
    appendFileSync(
      join(second, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${at.port} user=postgres password=${at.password}'\n`,
    )
    giveToDatabase(second)
    const standby = await start(second)
    return {
      primaryUrl: primary.databaseUrl(DATABASE),
      standbyUrl: standby.databaseUrl(DATABASE),
      // A fast shutdown sends all that is written to the standby before it ends.
      stopPrimary: () => primary.stop(),
      promote: () => run(standby.databaseUrl('postgres'), 'select pg_promote()'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The account that PostgreSQL runs as must own its files; a copy belongs to us. */
function giveToDatabase(folder: string): void {
  const { runAs } = postgresBinaries(null)
  chmodSync(folder, 0o700)
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    giveTo(join(folder, name), runAs)
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
