import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  type Installation,
  installationCommand,
  sizeOf,
} from '#scripts/backup/installation-command.ts'
import { makeKeyFile, recipientsOf } from '#scripts/backup/key-files.ts'
import { makeBackup } from '#scripts/backup/make-backup.ts'
import { endWith } from './command-end.ts'

/**
 * `npm run backup [-- <folder>] [--copy-files | --list-files | --hash-files]`: backs up the database as of one moment,
 * and its files, while the product runs. Files in a bucket are listed unless they are to be copied, with their
 * checksums on request. Encrypted where BACKUP_RECIPIENTS is set. Exits with 1 when a file is missing.
 * `npm run backup -- --make-key=<file>` makes the key for that, and prints the recipient.
 */
const keyFile = process.argv.find((arg) => arg.startsWith('--make-key='))
if (keyFile === undefined) installationCommand(backup)
else endWith(makeKey(resolve(keyFile.slice('--make-key='.length))))

async function makeKey(file: string): Promise<number> {
  const recipient = await makeKeyFile(file)
  console.log(`BACKUP_RECIPIENTS=${recipient}`)
  console.error(
    `Anyone who has ${file} can read every backup; without it, no one can. Store it separately.`,
  )
  return 0
}

async function backup({ databaseUrl, files, config }: Installation): Promise<number> {
  const recipients = recipientsOf(config.backupRecipients)
  const now = new Date()
  const folder = resolve(
    process.argv.slice(2).find((arg) => !arg.startsWith('--')) ??
      `backups/${now.toISOString().slice(0, 19).replaceAll(':', '-')}`,
  )
  mkdirSync(dirname(folder), { recursive: true })
  const hashListed = process.argv.includes('--hash-files')
  const isCopying =
    process.argv.includes('--copy-files') ||
    (config.s3 === null && !hashListed && !process.argv.includes('--list-files'))
  const { tables, files: kept } = await makeBackup(
    {
      databaseUrl,
      files,
      keepFiles: isCopying ? 'copied' : 'listed',
      hashListed,
      recipients,
      keys: config.keys,
      now,
    },
    folder,
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Backed up ${rows} rows of ${tables.length} tables and ${isCopying ? '' : 'a list of '}${kept.count} files (${sizeOf(kept.bytes)}) into ${folder}${recipients.length === 0 ? '' : ', encrypted'}.`,
  )
  if (kept.missing.length > 0)
    console.error(
      `${kept.missing.length} files are MISSING that rows speak of, such as ${kept.missing[0]}; manifest.json lists them.`,
    )
  return kept.missing.length === 0 ? 0 : 1
}
