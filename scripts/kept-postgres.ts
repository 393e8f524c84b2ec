import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { isAlive } from './processes.ts'

/** How a dead PostgreSQL is restarted, and when to give up. */
export interface Keeping {
  /** This many deaths within `withinMs` indicate a fault that no restart fixes. */
  deaths: number
  withinMs: number
  /** How long a restart may take, in ms: its disk may be full for a while. */
  restartWithinMs: number
  /** Reports what happens in the meantime, for the person at the terminal. */
  say: (sentence: string) => void
  /** Called once, when it stays down. */
  giveUp: (sentence: string) => void
}

/** docs/operations.md states these. */
export const KEEPING = { deaths: 5, withinMs: 600_000, restartWithinMs: 300_000 } as const

/** A PostgreSQL that is restarted, at the same address, whenever it dies. */
export interface KeptPostgres {
  /** The process id of the running postmaster, or of the last one. */
  pid(): number
  databaseUrl(database: string): string
  /** It was already running when this process started. */
  adopted: boolean
  /** Stops it for good. */
  stop(): Promise<void>
}

/**
 * How often the postmaster is checked, in ms: it may be another run's child, whose exit this process does not receive.
 */
const LOOK_EVERY_MS = 500
/** The pause between two attempts to start it, in ms: the remains of a killed one must exit first. */
const RETRY_MS = { first: 250, longest: 5_000 } as const

/** Starts PostgreSQL in a folder and keeps it running. Throws an Error with one sentence when the first start fails. */
export async function keepPostgres(
  options: EmbeddedPostgresOptions,
  keeping: Keeping,
): Promise<KeptPostgres> {
  const first = await startEmbeddedPostgres(options)
  const port = Number(new URL(first.databaseUrl('postgres')).port)
  const stopping = new AbortController()
  const { signal } = stopping
  let running: EmbeddedPostgres = first
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined)
  const kept = keep()

  async function keep(): Promise<void> {
    let deaths: number[] = []
    while (!signal.aborted) {
      await wait(LOOK_EVERY_MS)
      if (signal.aborted || isAlive(running.pid)) continue
      const now = performance.now()
      deaths = [...deaths.filter((at) => now - at < keeping.withinMs), now]
      if (deaths.length > keeping.deaths) {
        keeping.giveUp(
          `The database stopped ${deaths.length} times in a row, so everything is stopped.${lastWords(options.folder)}`,
        )
        return
      }
      keeping.say('The database stopped by itself and is started again…')
      const failure = await restart(now + keeping.restartWithinMs)
      if (signal.aborted) return
      if (failure !== null) {
        keeping.giveUp(`The database stopped and does not start again: ${failure}`)
        return
      }
      keeping.say('The database runs again.')
    }
  }

  /** Null once it runs; the reason when the time is up. */
  async function restart(until: number): Promise<string | null> {
    let retryMs: number = RETRY_MS.first
    for (;;) {
      try {
        // At its old address, so that the server's connections find it.
        running = await startEmbeddedPostgres({ ...options, port })
        return null
      } catch (error) {
        if (signal.aborted || performance.now() > until) return (error as Error).message
      }
      await wait(retryMs)
      retryMs = Math.min(retryMs * 2, RETRY_MS.longest)
    }
  }

  return {
    pid: () => running.pid,
    databaseUrl: first.databaseUrl,
    adopted: first.adopted,
    async stop() {
      stopping.abort()
      await kept
      await running.stop()
    },
  }
}

function lastWords(folder: string): string {
  const file = join(dirname(folder), 'postgres.log')
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8)
    return ` Its last words (${file}):\n${lines.map((line) => `  ${line}`).join('\n')}`
  } catch {
    return ''
  }
}
