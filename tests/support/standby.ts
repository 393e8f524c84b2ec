import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#scripts/embedded-postgres.ts'
import { giveTo, postgresBinaries } from '#scripts/postgres-binaries.ts'
import { folderInMemory } from './database-folder.ts'

/** A PostgreSQL server with one migrated database, and servers that follow it by streaming replication. */
export interface StandbyCluster {
  primary: Member
  standbys: readonly Member[]
  /** Stops them all and removes their files. */
  stop(): Promise<void>
}

interface Member {
  /** Address of the database, as the superuser of all servers. */
  url: string
  /** The postmaster's process id. */
  pid: number
  stop(): Promise<void>
}

/** Two of them, of which the second can take over. */
export interface StandbyPair {
  primaryUrl: string
  standbyUrl: string
  /** Stops the first as a planned switchover does, once the second has everything. */
  stopPrimary(): Promise<void>
  /** Makes the second accept writes. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const DATABASE = 'market'

/** Tests throw the data away, so nothing has to survive a power cut. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', jit: 'off' }

/** Starts a primary with one standby, within a few seconds. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const { primary, standbys, stop } = await startStandbys(1)
  const [standby] = standbys as [Member]
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    // A fast shutdown sends everything written to the standby before it ends.
    stopPrimary: primary.stop,
    promote: () => run(standby.url, 'select pg_promote()'),
    stop,
  }
}

/** Starts a primary with this many standbys. */
export async function startStandbys(count: number): Promise<StandbyCluster> {
  const folder = folderInMemory()
  const first = join(folder, 'postgres')
  const running: EmbeddedPostgres[] = []
  const stop = async () => {
    for (const server of running.toReversed()) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async (at: string) => {
    const server = await startEmbeddedPostgres({ folder: at, disposable: true, settings: SETTINGS })
    running.push(server)
    return server
  }
  const asMember = (server: EmbeddedPostgres): Member => ({
    url: server.databaseUrl(DATABASE),
    pid: server.pid,
    stop: () => server.stop(),
  })
  try {
    const fresh = await start(first)
    await run(fresh.databaseUrl('postgres'), `create database ${DATABASE}`)
    await migrate(fresh.databaseUrl(DATABASE))
    await fresh.stop()
    const copies = Array.from({ length: count }, (_, at) => join(folder, `copy${at}`, 'postgres'))
    for (const copy of copies) {
      mkdirSync(dirname(copy))
      cpSync(first, copy, { recursive: true })
      writeFileSync(join(copy, 'standby.signal'), '')
    }
    const primary = await start(first)
    const at = new URL(primary.databaseUrl('postgres'))
    const standbys: EmbeddedPostgres[] = []
    for (const copy of copies) {
      appendFileSync(
        join(copy, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${at.port} user=postgres password=${at.password}'\n`,
      )
      giveToDatabase(copy)
      standbys.push(await start(copy))
    }
    return { primary: asMember(primary), standbys: standbys.map(asMember), stop }
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
