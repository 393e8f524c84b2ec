import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { Refusal } from '#scripts/launch-settings.ts'
import type { Identity } from '#scripts/backup/age/keys.ts'
import { type BackupFiles, backupFiles } from './backup-files.ts'
import {
  checksumOf,
  type ListedCopy,
  type Manifest,
  places,
  readList,
  readManifest,
} from './manifest.ts'

/** Verifies that everything in a backup is present and unchanged; throws Refusal with what is not. */
export async function verifyBackup(
  folder: string,
  identities: readonly Identity[] = [],
): Promise<Manifest> {
  return verified(folder, await backupFiles(places(folder).manifest, identities))
}

/** The same, for files that are open. */
export async function verified(folder: string, files: BackupFiles): Promise<Manifest> {
  const manifest = await readManifest(folder, files)
  const at = places(folder)
  const broken: string[] = []
  for (const { name, sha256 } of manifest.tables)
    if ((await tableChecksum(files.content(at.table(name)))) !== sha256)
      broken.push(`tables/${name}.copy.gz`)
  if ((await checksumOf(files.content(at.list))) !== manifest.files.sha256)
    broken.push('files.jsonl')
  else if (manifest.files.kept === 'copied')
    for (const { path, sha256 } of await readList(folder, files))
      if ((await checksumOf(files.content(at.file(path)))) !== sha256) broken.push(`files/${path}`)
  if (broken.length > 0)
    throw new Refusal(
      `The backup in ${folder} is damaged: ${broken.slice(0, 5).join(', ')}${broken.length > 5 ? ', …' : ''}.`,
    )
  return manifest
}

/** The size of the content that was packed. */
async function tableChecksum(content: AsyncIterable<Buffer>): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(content, createGunzip(), async (rows: AsyncIterable<Buffer>) => {
      for await (const chunk of rows) hash.update(chunk)
    })
    return hash.digest('hex')
  } catch {
    return null
  }
}

/** For files that were only listed: the store must have each, with its size and, where the list has it, its checksum. */
export async function refuseOthers(files: FileStore, list: readonly ListedCopy[]): Promise<void> {
  const others: string[] = []
  for (const listed of list) if (!(await isStored(files, listed))) others.push(listed.path)
  if (others.length > 0)
    throw new Refusal(
      `The store misses ${others.length} of ${list.length} files that the backup lists, or has other bytes (${others[0]}, …); bring them back first.`,
    )
}

async function isStored(files: FileStore, { path, size, sha256 }: ListedCopy): Promise<boolean> {
  if ((await files.stat(path))?.size !== size) return false
  if (sha256 === null) return true
  const stream = await files.open(path)
  return stream !== null && (await checksumOf(stream)) === sha256
}

/**
 * Returns how many files a backup lists, and how many of them with checksums. Throws Refusal unless the store has them
 * all.
 */
export async function verifyStored(
  files: FileStore,
  folder: string,
  identities: readonly Identity[] = [],
): Promise<{ count: number; hashed: number }> {
  const list = await readList(folder, await backupFiles(places(folder).manifest, identities))
  await refuseOthers(files, list)
  return { count: list.length, hashed: list.filter(({ sha256 }) => sha256 !== null).length }
}
