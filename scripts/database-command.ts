import { mkdirSync } from 'node:fs'
import type { Config } from '#server/config/config.ts'
import { refuseUnfitSessions } from '#server/db/fit-sessions.ts'
import { migrate, refuseUnmatchedSchema } from '#server/db/migrate.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { openConfig } from '#server/wrapped-keys/open-config.ts'
import { endWith } from './command-end.ts'
import { openDatabase } from './launch-database.ts'
import { readSettings } from './launch-settings.ts'

/** What a command works with: the migrated database, its address, and the installation's settings. */
export interface OpenDatabase {
  pool: Pool
  config: Config
  url: string
  /** The migrations that were just applied. */
  migrated: readonly string[]
}

/**
 * Runs a command on the installation's database, running or not, and ends the process as endWith does. Where processes
 * do not migrate at their start, only the command for it does (`migrates`).
 */
export function databaseCommand(
  work: (database: OpenDatabase) => Promise<number>,
  { migrates = false } = {},
): void {
  endWith(run(work, migrates))
}

async function run(
  work: (database: OpenDatabase) => Promise<number>,
  migrates: boolean,
): Promise<number> {
  const settings = readSettings(process.env)
  mkdirSync(settings.config.dataDir, { recursive: true })
  const { url, servingRole, adopted, stop } = await openDatabase(settings)
  const config = await openConfig({ ...settings.env, DATABASE_URL: url })
  const pool = createPool(url, 6)
  try {
    await refuseUnfitSessions(pool)
    const mayMigrate = migrates || config.migrateAtStart
    const migrated = mayMigrate
      ? await migrate(url, undefined, servingRole === null ? {} : { servingRole })
      : []
    if (!mayMigrate) await refuseUnmatchedSchema(pool)
    return await work({ pool, config, url, migrated })
  } finally {
    await pool.end()
    // Adopted: it belongs to the running installation.
    if (!adopted) await stop()
  }
}
