import { databaseCommand, type OpenDatabase } from './database-command.ts'
import { announceVersion, makeWith, withoutVersion, writeEmptyKeyring } from './keyring-edit.ts'
import { Refusal } from './launch-settings.ts'
import { removeVersion } from '#server/key-versions/removal.ts'
import { keyStatus } from '#server/key-versions/key-status.ts'
import { resealAll } from '#server/key-versions/stored-boxes.ts'

const USAGE =
  'Usage: keys-command status | announce server | make server | rotate | remove server <version> [--lost]'

/**
 * How an operator replaces a key (decision 0111): `keys:announce` lists the next version, which only opens; `keys:make` makes with it;
 * `keys:rotate` seals with it what is stored; `keys:remove` ends the old one. Processes are restarted after each but `keys:rotate`.
 */
const [command, name, version, ...more] = process.argv.slice(2).filter((arg) => arg !== '--lost')
// The first announcement makes the file, which everything else reads.
if (command === 'announce') writeEmptyKeyring(process.env['KEYRING_FILE'])
databaseCommand(run)

async function run(database: OpenDatabase): Promise<number> {
  const { pool, config } = database
  if (more.length > 0) throw new Refusal(USAGE)
  const now = new Date()
  if (command === 'status') {
    for (const line of await keyStatus(pool, config.keys, now)) console.log(line)
    return 0
  }
  if (command === 'rotate') return rotate(database)
  if (name !== 'server') throw new Refusal(USAGE)
  if (command === 'announce') {
    const next = announceVersion(fileOf(database), config.keys)
    console.log(
      `Version ${next} is listed, and opens. Give the file to all processes and restart them one by one; then npm run keys:make -- server.`,
    )
    return 0
  }
  if (command === 'make') {
    const maker = makeWith(fileOf(database), config.keys)
    console.log(
      `Version ${maker} makes from the next start on. Restart all processes one by one; then npm run keys:rotate.`,
    )
    return 0
  }
  if (command !== 'remove' || !/^[1-9]\d{0,8}$/.test(version ?? '')) throw new Refusal(USAGE)
  return remove(database, Number(version))
}

function fileOf({ config }: OpenDatabase): string {
  if (config.keyringFile === null)
    throw new Refusal('Set KEYRING_FILE to the file that lists the versions, for all processes.')
  return config.keyringFile
}

async function rotate({ pool, config: { keys } }: OpenDatabase): Promise<number> {
  for (const { what, resealed, closed } of await resealAll(pool, keys)) {
    console.log(`${what}: ${resealed} sealed with version ${keys.maker}`)
    if (closed > 0) console.error(`${what}: ${closed} that no version here opens were left alone`)
  }
  return 0
}

async function remove(database: OpenDatabase, removed: number): Promise<number> {
  const { pool, config } = database
  const isLost = process.argv.includes('--lost')
  const reasons = await removeVersion(pool, config.keys, removed, { isLost, now: new Date() })
  if (reasons.length > 0)
    throw new Refusal(`Version ${removed} is still needed: ${reasons.join('; ')}.`)
  const isInFile = config.keyringFile !== null && withoutVersion(config.keyringFile, removed)
  console.log(
    isInFile
      ? `Version ${removed} is no longer needed, and no longer in KEYRING_FILE. Restart all processes one by one.`
      : `Version ${removed} is no longer needed. Unset FILE_LINK_SECRET where it is that version, and restart all processes one by one.`,
  )
  return 0
}
