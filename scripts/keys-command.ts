import { join } from 'node:path'
import { keyStatus } from '#server/key-versions/key-status.ts'
import type { KeyName } from '#server/key-versions/key-version-store.ts'
import { removeFileVersion, removeVersion } from '#server/key-versions/removal.ts'
import { resealAll } from '#server/key-versions/stored-boxes.ts'
import { resealFiles } from '#server/key-versions/file-resealing.ts'
import { sealableFileStore } from '#server/providers/files/configured-file-store.ts'
import { keepFilesPrivate } from '#server/providers/files/private-files.ts'
import { endWith } from './command-end.ts'
import { databaseCommand, type OpenDatabase } from './database-command.ts'
import { announceVersion, makeWith, withoutVersion, writeEmptyKeyring } from './keyring-edit.ts'
import { readSettings, Refusal } from './launch-settings.ts'
import { wrapKeyring } from './wrap-keyring.ts'

const USAGE =
  'Usage: keys-command status | rotate | announce <key> | make <key> | remove <key> <version> [--lost] | wrap <new file>; the keys are "server" and "files"'

/**
 * The steps by which an operator replaces a key (decision 0111): `keys:announce` lists the next version, which only
 * decrypts; `keys:make` makes it current; `keys:rotate` re-encrypts what is stored; `keys:remove` removes the old one.
 * Processes are restarted after each step except `keys:rotate`.
 * `keys:wrap` has a KMS wrap them all (decision 0113), and needs no database.
 */
const [command, name, version, ...more] = process.argv.slice(2).filter((arg) => arg !== '--lost')
keepFilesPrivate()
// The first announcement creates the file that all other commands read.
if (command === 'announce') writeEmptyKeyring(process.env['KEYRING_FILE'])
if (command === 'wrap') endWith(wrap(name))
else databaseCommand(run)

async function wrap(target: string | undefined): Promise<number> {
  if (target === undefined || version !== undefined) throw new Refusal(USAGE)
  console.log(await wrapKeyring(readSettings(process.env), target))
  return 0
}

async function run(database: OpenDatabase): Promise<number> {
  const { pool, config } = database
  if (more.length > 0) throw new Refusal(USAGE)
  if (command === 'status') {
    for (const line of await keyStatus(pool, config, new Date())) console.log(line)
    return 0
  }
  if (command === 'rotate') return rotate(database)
  if (name !== 'server' && name !== 'files') throw new Refusal(USAGE)
  if (command === 'announce') {
    const next = await announceVersion(fileOf(database), name, config)
    console.log(
      `Version ${next} is listed, and decrypts. Give the file to all processes and restart them one by one; then npm run keys:make -- ${name}.`,
    )
    return 0
  }
  if (command === 'make') {
    const maker = makeWith(fileOf(database), name, config)
    console.log(
      `Version ${maker} is current from the next start on. Restart all processes one by one; then npm run keys:rotate.`,
    )
    return 0
  }
  if (command !== 'remove' || !/^[1-9]\d{0,8}$/.test(version ?? '')) throw new Refusal(USAGE)
  return remove(database, name, Number(version))
}

function fileOf({ config }: OpenDatabase): string {
  if (config.keyringFile === null)
    throw new Refusal('Set KEYRING_FILE to the file that lists the versions, for all processes.')
  return config.keyringFile
}

async function rotate(database: OpenDatabase): Promise<number> {
  const { pool, config } = database
  for (const { what, resealed, closed } of await resealAll(pool, config.keys)) {
    console.log(`${what}: ${resealed} re-encrypted with version ${config.keys.maker}`)
    if (closed > 0)
      console.error(`${what}: ${closed} that no version here decrypts were left as they are`)
  }
  const files = await rotateFiles(database)
  if (files !== null)
    console.log(
      `files: ${files.resealed} encrypted with version ${config.fileKeys?.keys.maker}, ${files.left} already encrypted with it, ${files.missing} missing`,
    )
  return 0
}

/** Null if files are not encrypted. */
async function rotateFiles({ pool, config }: OpenDatabase) {
  if (config.fileKeys?.makes !== true) return null
  const store = await sealableFileStore(config)
  if (store === null) return null
  try {
    const folder = join(config.dataDir, 'files', 'work')
    return await resealFiles(pool, store, config.fileKeys.keys.maker, folder)
  } finally {
    store.close()
  }
}

async function remove(database: OpenDatabase, key: KeyName, removed: number): Promise<number> {
  const { pool, config } = database
  const how = { isLost: process.argv.includes('--lost'), now: new Date() }
  const reasons =
    key === 'server'
      ? await removeVersion(pool, config.keys, removed, how)
      : await removeFileVersion(pool, removed, {
          ...how,
          maker: config.fileKeys?.makes === true ? config.fileKeys.keys.maker : null,
          reseal: () => rotateFiles(database),
        })
  if (reasons.length > 0)
    throw new Refusal(`Version ${removed} is still needed: ${reasons.join('; ')}.`)
  const isInFile = config.keyringFile !== null && withoutVersion(config.keyringFile, key, removed)
  console.log(
    isInFile
      ? `Version ${removed} is no longer needed, and no longer in KEYRING_FILE. Restart all processes one by one.`
      : `Version ${removed} is no longer needed. Unset FILE_LINK_SECRET where it is that version, and restart all processes one by one.`,
  )
  return 0
}
