import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { type KeyringFile, readKeyringFile } from '#server/config/keyring-config.ts'
import type { KeyName } from '#server/key-versions/key-version-store.ts'
import { wrapSecret } from '#server/keyring/wrapped-secret.ts'
import { transitKeyService } from '#server/providers/kms/transit-key-service.ts'
import { Refusal } from './launch-settings.ts'

/** Creates an empty key file if there is none; a no-op without a path. */
export function writeEmptyKeyring(path: string | undefined): void {
  if (path !== undefined && path !== '' && !existsSync(path)) writeKeyring(resolve(path), {})
}

/** The configured versions of a key, and the current one (0: none, which only the key of files may have). */
function listed(name: KeyName, { keys, fileKeys }: Config) {
  if (name === 'server') return { versions: keys.versions, makes: keys.maker }
  return {
    versions: fileKeys?.keys.versions ?? [],
    makes: fileKeys?.makes === true ? fileKeys.keys.maker : 0,
  }
}

/**
 * Adds a version, which only decrypts, and returns its number; wrapped where a KMS is configured. Throws Refusal also
 * while an earlier version is only listed, and KeyServiceFailure where the KMS does not wrap it.
 */
export async function announceVersion(
  path: string,
  name: KeyName,
  config: Config,
): Promise<number> {
  const { versions, makes } = listed(name, config)
  const newest = versions.at(-1) ?? 0
  if (newest > makes)
    throw new Refusal(`Version ${newest} is listed already: npm run keys:make -- ${name}.`)
  const made = randomBytes(32).toString('base64url')
  const context = { name, version: newest + 1 }
  const secret =
    config.kms === null ? made : await wrapSecret(transitKeyService(config.kms), context, made)
  const file = readKeyringFile(path)
  writeKeyring(path, {
    ...file,
    [name]: { makes, versions: { ...file[name]?.versions, [newest + 1]: secret } },
  })
  return newest + 1
}

/** Makes the newest version current, and returns its number. Throws Refusal if it already is. */
export function makeWith(path: string, name: KeyName, config: Config): number {
  const { versions, makes } = listed(name, config)
  const newest = versions.at(-1) ?? makes
  const file = readKeyringFile(path)
  const own = file[name]
  if (newest === makes || own === undefined)
    throw new Refusal(`No newer version is listed: npm run keys:announce -- ${name}.`)
  writeKeyring(path, { ...file, [name]: { ...own, makes: newest } })
  return newest
}

/** Removes a version from the file; false if it is not in it. */
export function withoutVersion(path: string, name: KeyName, version: number): boolean {
  const file = readKeyringFile(path)
  const own = file[name]
  if (own?.versions[version] === undefined) return false
  const versions = Object.fromEntries(
    Object.entries(own.versions).filter(([number]) => Number(number) !== version),
  )
  writeKeyring(path, { ...file, [name]: { ...own, versions } })
  return true
}

/** Written atomically: half a file would stop every process. */
export function writeKeyring(path: string, file: KeyringFile): void {
  const waiting = `${path}.${randomUUID()}`
  writeFileSync(waiting, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(waiting, path)
}
