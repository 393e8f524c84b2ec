import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readSettings, Refusal } from './launch-settings.ts'

/**
 * Runs a command about money on the installation's database, running or not, and ends the process with the
 * status it answers: 0 for all is well, 1 for something to look at, 2 when it could not be asked.
 */
export function moneyCommand(
  work: (database: { pool: Pool; config: Config }) => Promise<number>,
): void {
  run(work).then(
    (status) => process.exit(status),
    (error: unknown) => {
      const known = error instanceof Refusal || error instanceof ConfigError
      console.error(known ? error.message : error)
      process.exit(2)
    },
  )
}

async function run(
  work: (database: { pool: Pool; config: Config }) => Promise<number>,
): Promise<number> {
  const settings = readSettings(process.env)
  const folder = join(settings.config.dataDir, 'postgres')
  const embedded = settings.databaseUrl === null ? await startEmbeddedPostgres({ folder }) : null
  const url = settings.databaseUrl ?? embedded?.databaseUrl('cartwright') ?? ''
  const config = readConfig({ ...settings.env, DATABASE_URL: url })
  await migrate(url)
  const pool = createPool(url, 6)
  try {
    return await work({ pool, config })
  } finally {
    await pool.end()
    // Adopted: the running installation's own.
    if (embedded !== null && !embedded.adopted) await embedded.stop()
  }
}
