import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Keyring } from '#server/keyring/keyring.ts'
import { UNMARKED_VERSION } from '#server/keyring/sealed-box.ts'
import { Refusal } from '#scripts/launch-settings.ts'
import type { BackupFiles } from './backup-files.ts'

/** A backup's manifest: everything needed to verify that it is complete and where it may be restored. */
const manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** The database's own version string, for people; any version restores any backup. */
  postgres: z.string(),
  /** Our migrations as they were applied: the schema that the rows match. */
  migrations: z.array(z.string()),
  /** The newest migration of the job queue's own schema. */
  queue_migration: z.number(),
  /**
   * The fingerprint of the current key. The key is not in the backup, and without it parts of it cannot be decrypted.
   */
  secret: z.string(),
  /** The key versions that parts of it are encrypted with. Absent in older backups: version 1. */
  keys: z.array(z.object({ version: z.number(), mark: z.string() })).optional(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** The size of the rows as COPY writes them, before compression. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), used: z.boolean() })),
  files: z.object({
    /** In this backup, or only listed: the bucket protects them by its own means. */
    kept: z.enum(['copied', 'listed']),
    count: z.number(),
    bytes: z.number(),
    /** Of the list. */
    sha256: z.string(),
    /** Ids of files that were cleaned up during the backup: their rows are not restored. */
    gone: z.array(z.string()),
    /** Paths that rows refer to but the store lacks. */
    missing: z.array(z.string()),
  }),
})

export type Manifest = z.infer<typeof manifest>

/** One stored file as a backup lists it; `sha256` is null when its bytes were not read. */
export interface ListedCopy {
  path: string
  size: number
  sha256: string | null
}

/** The paths in a backup's folder. */
export const places = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  list: join(folder, 'files.jsonl'),
  table: (name: string) => join(folder, 'tables', `${name}.copy.gz`),
  file: (path: string) => join(folder, 'files', path),
})

/** Throws Refusal unless the backup is complete. */
export async function readManifest(folder: string, files: BackupFiles): Promise<Manifest> {
  const text = await textOf(files.content(places(folder).manifest)).catch(() => null)
  if (text === null)
    throw new Refusal(`${folder} is no backup: it has no manifest.json, which is written last.`)
  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Refusal(
      `${folder} was written by another release, whose backups this one cannot read.`,
    )
  return parsed.data
}

/** The files a backup lists. */
export async function readList(folder: string, files: BackupFiles): Promise<ListedCopy[]> {
  const text = await textOf(files.content(places(folder).list))
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ListedCopy)
}

/** The versions of the key that rows may need, with the fingerprint of each secret. */
export const neededKeys = (keys: Keyring): { version: number; mark: string }[] =>
  keys.versions
    .filter((version) => version <= keys.maker)
    .map((version) => ({ version, mark: keys.markOf(version) ?? '' }))

/** The fingerprint from releases before key versions; the current form begins with it. */
export const secretMark = (keys: Keyring, version: number): string =>
  (keys.markOf(version) ?? '').slice(0, 16)

/** The versions that a backup needs and that are missing here or have other secrets here. */
export const missingKeys = ({ keys: needed, secret }: Manifest, keys: Keyring): number[] =>
  needed === undefined
    ? [UNMARKED_VERSION].filter((version) => secretMark(keys, version) !== secret)
    : needed
        .filter(({ version, mark }) => keys.markOf(version) !== mark)
        .map(({ version }) => version)

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns a content's checksum, or null when it cannot be read to its end. */
export async function checksumOf(content: AsyncIterable<Buffer>): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of content) hash.update(chunk)
    return hash.digest('hex')
  } catch {
    return null
  }
}
