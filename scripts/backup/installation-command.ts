import type { Config } from '#server/config/config.ts'
import { configuredFileStore } from '#server/providers/files/configured-file-store.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { keepFilesPrivate } from '#server/providers/files/private-files.ts'
import { openConfig } from '#server/wrapped-keys/open-config.ts'
import { endWith } from '#scripts/command-end.ts'
import { openDatabase } from '#scripts/launch-database.ts'
import { readSettings } from '#scripts/launch-settings.ts'

/** The installation a command works on: its database as it is (without migrating) and its files. */
export interface Installation {
  databaseUrl: string
  files: FileStore
  config: Config
}

/** Runs a command on the installation, running or not, and ends the process as endWith does. */
export function installationCommand(work: (on: Installation) => Promise<number>): void {
  keepFilesPrivate()
  endWith(run(work))
}

async function run(work: (on: Installation) => Promise<number>): Promise<number> {
  const settings = readSettings(process.env)
  const { url, adopted, stop } = await openDatabase(settings)
  const config = await openConfig({ ...settings.env, DATABASE_URL: url })
  const files = await configuredFileStore(config)
  try {
    return await work({ databaseUrl: url, files, config })
  } finally {
    files.close()
    // Adopted: it belongs to the running installation.
    if (!adopted) await stop()
  }
}

/** Formats a number of bytes for people. */
export const sizeOf = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
