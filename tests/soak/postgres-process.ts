import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { keepPostgres } from '#scripts/kept-postgres.ts'
import { freePort } from '#scripts/ports.ts'
import { isAlive, parentOf, until } from '#scripts/processes.ts'

/** A PostgreSQL beside the product, at a fixed address, that is killed and restarted as the launcher does it. */
export interface PostgresProcess {
  url: string
  /** kill -9 of the postmaster: all its connections end abruptly. */
  kill9(): Promise<void>
  /**
   * kill -9 of one of its own processes: PostgreSQL drops every connection and recovers by itself. Returns false when
   * there is no such process.
   */
  kill9Child(pick: number): boolean
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  isAlive(): boolean
  /** Resolves once it responds again: the launcher's own keeper has restarted it. */
  back(): Promise<void>
  stop(): Promise<void>
}

/** How long it may take to respond again: what remains of a killed server must exit first. */
const START_WITHIN_MS = 90_000

/** Creates a cluster in a folder and starts it, with PostgreSQL's default durability. */
export async function startPostgresProcess(folder: string): Promise<PostgresProcess> {
  const port = await freePort()
  let gaveUp: string | null = null
  const settings = {
    // It must fit on a small disk.
    max_wal_size: '128MB',
    min_wal_size: '64MB',
    max_connections: '120',
  }
  // Restarted by the same code that `npm start` uses; here it dies more often than any real fault would explain.
  const running = await keepPostgres(
    { folder, port, settings },
    {
      deaths: Infinity,
      withinMs: 1,
      restartWithinMs: START_WITHIN_MS,
      say: () => undefined,
      giveUp: (sentence) => void (gaveUp = sentence),
    },
  )
  const url = () => running.databaseUrl('postgres')
  const alive = () => isAlive(running.pid())
  return {
    url: url(),
    async kill9() {
      const pid = running.pid()
      process.kill(pid, 'SIGKILL')
      await until(() => !isAlive(pid), 5_000, 5)
    },
    kill9Child(pick) {
      const children = childrenOf(running.pid())
      const victim = children[pick % children.length]
      if (victim !== undefined) process.kill(victim, 'SIGKILL')
      return victim !== undefined
    },
    signal(signal) {
      for (const pid of [running.pid(), ...childrenOf(running.pid())]) {
        // A connection may have ended in the meantime.
        if (isAlive(pid)) process.kill(pid, signal)
      }
    },
    isAlive: alive,
    async back() {
      const up = await until(
        async () => gaveUp !== null || (alive() && (await answers(url()))),
        START_WITHIN_MS,
        50,
      )
      if (!up || gaveUp !== null) throw new Error(gaveUp ?? 'PostgreSQL did not come back.')
    },
    stop: () => running.stop(),
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns the processes that each serve one connection or task. Empty when the system does not say (not Linux). */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((other) => other > 0 && parentOf(other) === String(pid))
      .filter((other) => readFileSync(`/proc/${other}/cmdline`, 'utf8') !== '')
  } catch {
    return []
  }
}
