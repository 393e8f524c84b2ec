import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { DEMO_OPERATOR } from '#scripts/demo/cast.ts'
import { until } from '#scripts/processes.ts'
import { createPool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import { cloneDatabase } from './database.ts'
import { type DemoMarket, fillWithDemo } from './demo-market.ts'
import { startStack } from './servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a story requests the filled market that it copies. */
    marketDoor: string
  }
}

/** A market at rest: its stack has ended, and its database and data folder remain to be copied. */
export interface FilledMarket {
  databaseUrl: string
  dataDir: string
  market: DemoMarket
}

/** Limits a wait that would never end. */
const JOBS_DEADLINE_MS = 600_000

/** The environment of a market's server, filled or copied. */
export const MARKET_ENV = { OPERATOR_EMAILS: DEMO_OPERATOR.email }

/**
 * Called by vitest once per run. A market (a stack with the demo's people and deals in it) takes seconds to fill, so
 * one is filled when the first story requests it, and every story file copies it: no story sees what another one did.
 */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templateDatabaseUrl } = project.getProvidedContext()
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-market-'))
  let filling: Promise<string> | null = null

  async function fill(): Promise<string> {
    const database = await cloneDatabase(templateDatabaseUrl)
    const dataDir = mkdtempSync(join(folder, 'data-'))
    const stack = await startStack(MARKET_ENV, {
      // Both outlive the stack. The database is removed with the run's server, or by its prefix.
      database: () => Promise.resolve({ ...database, drop: () => Promise.resolve() }),
      dataDir,
    })
    try {
      const market = await fillWithDemo(stack)
      await jobsDone(database.url)
      return JSON.stringify({ databaseUrl: database.url, dataDir, market } satisfies FilledMarket)
    } finally {
      await stack.stop()
    }
  }

  /**
   * Waits for work that is due, such as the renditions of pictures: otherwise every copy of the market would make them
   * again.
   */
  async function jobsDone(databaseUrl: string): Promise<void> {
    const pool = createPool(databaseUrl, 1)
    const due = sql`select 1 from graphile_worker._private_jobs
      where run_at <= now() and attempts < max_attempts`
    try {
      const done = await until(async () => (await rows(pool, due)).length === 0, JOBS_DEADLINE_MS)
      if (!done) throw new Error('the jobs of the filled market are not done')
    } finally {
      await pool.end()
    }
  }

  const door = createServer((_request, response) => {
    filling ??= fill()
    filling.then(
      (answer) => response.end(answer),
      (error: unknown) => {
        // The next story tries again, instead of failing because of what happened to this one.
        filling = null
        response.writeHead(500).end(String(error))
      },
    )
  })
  return new Promise((resolve) => {
    door.listen(0, '127.0.0.1', () => {
      project.provide('marketDoor', `http://127.0.0.1:${(door.address() as AddressInfo).port}`)
      resolve(async () => {
        door.close()
        await filling?.catch(() => undefined)
        rmSync(folder, { recursive: true, force: true })
      })
    })
  })
}
