import { mkdirSync } from 'node:fs'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { openDatabase } from './launch-database.ts'
import { readSettings, Refusal } from './launch-settings.ts'

/** What a command works with: the migrated database, its address, and the installation's settings. */
export interface OpenDatabase {
  pool: Pool
  config: Config
  url: string
}

/**
 * Runs a command on the installation's database, running or not, and ends the process with the
 * status it answers: 0 for all is well, 1 for something to look at, 2 when it could not be asked.
 */
export function databaseCommand(work: (database: OpenDatabase) => Promise<number>): void {
  run(work).then(
    (status) => process.exit(status),
    (error: unknown) => {
      const known = error instanceof Refusal || error instanceof ConfigError
      console.error(known ? error.message : error)
      process.exit(2)
    },
  )
}

async function run(work: (database: OpenDatabase) => Promise<number>): Promise<number> {
  const settings = readSettings(process.env)
  mkdirSync(settings.config.dataDir, { recursive: true })
  const { url, adopted, stop } = await openDatabase(settings)
  const config = readConfig({ ...settings.env, DATABASE_URL: url })
  await migrate(url)
  const pool = createPool(url, 6)
  try {
    return await work({ pool, config, url })
  } finally {
    await pool.end()
    // Adopted: the running installation's own.
    if (!adopted) await stop()
  }
}
