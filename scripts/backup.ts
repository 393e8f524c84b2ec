import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { installationCommand, sizeOf } from '#scripts/backup/installation-command.ts'
import { makeBackup } from '#scripts/backup/make-backup.ts'

/**
 * `npm run backup [-- <folder>] [--copy-files | --list-files]`: the database as of one moment and its files, while the
 * product runs. Files in a bucket are listed unless they are to be copied. Exits with 1 when a file is missing.
 */
installationCommand(async ({ databaseUrl, files, config }) => {
  const now = new Date()
  const folder = resolve(
    process.argv.slice(2).find((arg) => !arg.startsWith('--')) ??
      `backups/${now.toISOString().slice(0, 19).replaceAll(':', '-')}`,
  )
  mkdirSync(dirname(folder), { recursive: true })
  const isCopying =
    process.argv.includes('--copy-files') ||
    (config.s3 === null && !process.argv.includes('--list-files'))
  const { tables, files: kept } = await makeBackup(
    {
      databaseUrl,
      files,
      keepFiles: isCopying ? 'copied' : 'listed',
      secret: config.fileLinkSecret,
      now,
    },
    folder,
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Backed up ${rows} rows of ${tables.length} tables and ${isCopying ? '' : 'a list of '}${kept.count} files (${sizeOf(kept.bytes)}) into ${folder}.`,
  )
  if (kept.missing.length > 0)
    console.error(
      `${kept.missing.length} files are MISSING that rows speak of, such as ${kept.missing[0]}; manifest.json lists them.`,
    )
  return kept.missing.length === 0 ? 0 : 1
})
