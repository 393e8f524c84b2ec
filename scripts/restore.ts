import { join, resolve } from 'node:path'
import pg from 'pg'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { installationCommand, sizeOf } from '#scripts/backup/installation-command.ts'
import { identitiesIn } from '#scripts/backup/key-files.ts'
import { readBackup } from '#scripts/backup/read-backup.ts'
import { verifyBackup, verifyStored } from '#scripts/backup/verify-backup.ts'
import { Refusal } from './launch-settings.ts'

/**
 * `npm run restore -- <folder> [--verify | --verify-files] [--key=<file>]`: restores a backup into an empty database
 * and checks every invariant about money. With --verify it only checks whether the backup is complete, with
 * --verify-files also whether the store has the files it lists. Exits with 1 when an invariant is violated.
 */
installationCommand(async ({ databaseUrl, files, config }) => {
  const given = process.argv.slice(2).find((arg) => !arg.startsWith('--'))
  if (given === undefined) throw new Refusal('Say which backup: npm run restore -- <folder>.')
  const folder = resolve(given)
  const keyFile = process.argv.find((arg) => arg.startsWith('--key='))?.slice('--key='.length)
  const identities = keyFile === undefined ? [] : await identitiesIn(resolve(keyFile))
  const isWithFiles = process.argv.includes('--verify-files')
  if (isWithFiles || process.argv.includes('--verify')) {
    const { made_at: madeAt, tables } = await verifyBackup(folder, identities)
    console.log(`The backup of ${madeAt} is whole: ${tables.length} tables, every checksum agrees.`)
    if (isWithFiles) {
      const { count, hashed } = await verifyStored(files, folder, identities)
      console.log(`The store has all ${count} files it lists, ${hashed} with the same bytes.`)
    }
    return 0
  }
  // The product must not start on a partial restore.
  const unlock = await lockDataFolder(config.dataDir, 'npm run restore')
  try {
    const workFolder = join(config.dataDir, 'files', 'work')
    const target = { databaseUrl, files, keys: config.keys, identities, workFolder }
    const { made_at: madeAt, tables, files: kept } = await readBackup(target, folder)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored ${rows} rows of ${tables.length} tables and ${kept.count} files (${sizeOf(kept.bytes)}) as of ${madeAt}.`,
    )
    const broken = await brokenChecks(databaseUrl)
    for (const { name, found } of broken) console.error(`BROKEN  ${name}: ${found.length} rows`)
    console.log(
      broken.length === 0 ? 'Every promise about money holds.' : 'See npm run money:check.',
    )
    return broken.length === 0 ? 0 : 1
  } finally {
    unlock()
  }
})

/** Without the product's own statement timeout: checking a large market's books takes a while. */
async function brokenChecks(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await brokenMoneyChecks(client)
  } finally {
    await client.end()
  }
}
