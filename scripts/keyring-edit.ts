import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type KeyringFile, readKeyringFile } from '#server/config/keyring-config.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import { Refusal } from './launch-settings.ts'

/** Makes an empty file of keys where there is none; does nothing without a path. */
export function writeEmptyKeyring(path: string | undefined): void {
  if (path !== undefined && path !== '' && !existsSync(path)) write(resolve(path), {})
}

/** Lists one more version, which only opens, and answers its number. Throws Refusal while an earlier one is only listed, too. */
export function announceVersion(path: string, keys: Keyring): number {
  const next = (keys.versions.at(-1) ?? 0) + 1
  if (next > keys.maker + 1)
    throw new Refusal(`Version ${next - 1} is listed already: npm run keys:make -- server.`)
  const file = readKeyringFile(path)
  const secret = randomBytes(32).toString('base64url')
  const versions = { ...file.server?.versions, [next]: secret }
  write(path, { ...file, server: { makes: keys.maker, versions } })
  return next
}

/** Lets the newest version make, and answers its number. Throws Refusal when it does already. */
export function makeWith(path: string, keys: Keyring): number {
  const newest = keys.versions.at(-1) ?? keys.maker
  const file = readKeyringFile(path)
  if (newest === keys.maker || file.server === undefined)
    throw new Refusal('No newer version is listed: npm run keys:announce -- server.')
  write(path, { ...file, server: { ...file.server, makes: newest } })
  return newest
}

/** Takes a version out of the file; false when it is not in there. */
export function withoutVersion(path: string, version: number): boolean {
  const file = readKeyringFile(path)
  const { server } = file
  if (server?.versions[version] === undefined) return false
  const versions = Object.fromEntries(
    Object.entries(server.versions).filter(([listed]) => Number(listed) !== version),
  )
  write(path, { ...file, server: { ...server, versions } })
  return true
}

/** Whole or not at all: half a file would stop every process. */
function write(path: string, file: KeyringFile): void {
  const waiting = `${path}.${randomUUID()}`
  writeFileSync(waiting, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(waiting, path)
}
