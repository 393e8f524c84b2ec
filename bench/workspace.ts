import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from '#scripts/embedded-postgres.ts'
import { isAlive } from '#scripts/processes.ts'

const FOLDER_PREFIX = 'bench-'

/**
 * Makes the folder, beside the sources and not in the system's temporary folder: on many machines that one is in
 * memory, and a flush to memory proves nothing. Also removes what killed runs left.
 */
export async function makeFolder(root: string): Promise<string> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  await sweepKilledRuns(cache)
  const folder = mkdtempSync(join(cache, FOLDER_PREFIX))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  return folder
}

/**
 * Starts PostgreSQL as `npm start` would run it: with its default settings except those given, so each commit is
 * flushed.
 */
export function startPostgres(
  folder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  // Only creating the cluster skips flushing: that is not measured.
  return startEmbeddedPostgres({ folder: join(folder, 'postgres'), disposable: true, settings })
}

/** Removes the folder; PostgreSQL must have stopped. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs statements on a connection of their own and returns the rows of the last one. */
export async function onDatabase<Row extends pg.QueryResultRow>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) ({ rows } = await client.query<Row>(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** A run that was killed could not stop its server; the next run does. */
async function sweepKilledRuns(cache: string): Promise<void> {
  for (const name of readdirSync(cache)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue
    const folder = join(cache, name)
    if (isAlive(ownerOf(folder))) continue
    await stopEmbeddedPostgres(join(folder, 'postgres'))
    removeFolder(folder)
  }
}

/**
 * The process that made a folder. A folder without one belongs to another run that is just starting: leave it alone.
 */
function ownerOf(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'owner'), 'utf8')) || process.pid
  } catch {
    return process.pid
  }
}
