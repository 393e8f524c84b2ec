import { ConfigError, type Config, readConfig } from '#server/config.ts'
import { configuredFileStore } from '#server/providers/files/configured-file-store.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { openDatabase } from '../launch-database.ts'
import { readSettings, Refusal } from '../launch-settings.ts'

/** The installation a command works on: its database as it is (nothing is migrated) and its files. */
export interface Installation {
  databaseUrl: string
  files: FileStore
  config: Config
}

/**
 * Runs a command on the installation, running or not, and ends the process with the status it answers: 0 for all is
 * well, 1 for something to look at, 2 when it could not be done, after one sentence.
 */
export function installationCommand(work: (on: Installation) => Promise<number>): void {
  run(work).then(
    (status) => process.exit(status),
    (error: unknown) => {
      const known = error instanceof Refusal || error instanceof ConfigError
      console.error(known ? error.message : error)
      process.exit(2)
    },
  )
}

async function run(work: (on: Installation) => Promise<number>): Promise<number> {
  const settings = readSettings(process.env)
  const { url, adopted, stop } = await openDatabase(settings)
  const config = readConfig({ ...settings.env, DATABASE_URL: url })
  const files = await configuredFileStore(config)
  try {
    return await work({ databaseUrl: url, files, config })
  } finally {
    files.close()
    // Adopted: the running installation's own.
    if (!adopted) await stop()
  }
}

/** A number of bytes as people read it. */
export const sizeOf = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
