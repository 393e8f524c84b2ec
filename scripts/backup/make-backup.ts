import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Keyring } from '#server/keyring/keyring.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { renditionPath } from '#server/uploads/file-address.ts'
import { Refusal } from '#scripts/launch-settings.ts'
import type { Recipient } from '#scripts/backup/age/keys.ts'
import { flush, seen, writeOut } from './backup-files.ts'
import {
  checksumOf,
  type ListedCopy,
  type Manifest,
  neededKeys,
  places,
  secretMark,
} from './manifest.ts'
import {
  columnList,
  type CopiedTable,
  copiedTables,
  queueMigration,
  quoted,
  sequencesOf,
} from './tables.ts'

/** What is backed up. */
export interface BackupSource {
  databaseUrl: string
  files: FileStore
  /** 'listed' leaves the bytes to the store's own copies (a bucket's versions and replication). */
  keepFiles: Manifest['files']['kept']
  /** Whether files that are only listed are read as well, so that the list has their checksums. */
  hashListed?: boolean
  /** The recipients whose keys decrypt it; without any, it is not encrypted. */
  recipients?: readonly Recipient[]
  /** Only their fingerprints are written. */
  keys: Keyring
  now: Date
}

/** Files copied at a time. */
const SIDE_BY_SIDE = 4

/**
 * Writes a backup into a new folder while the installation runs: every table as of one moment, then every file that
 * those rows refer to. The folder appears only once everything is written and flushed.
 */
export async function makeBackup(source: BackupSource, folder: string): Promise<Manifest> {
  const { recipients = [] } = source
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  // It contains addresses, conversations and bank names: private to this account.
  await mkdir(`${unfinished}/tables`, { recursive: true, mode: 0o700 })
  const client = new pg.Client({
    connectionString: source.databaseUrl,
    connectionTimeoutMillis: 5_000,
  })
  await client.connect()
  try {
    // One snapshot for all tables, which does not block writers.
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `set local statement_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO'`,
    )
    const { rows: done } = await client.query<{ name: string; version: string }>(
      `select name, current_setting('server_version') as version from schema_migrations order by name`,
    )
    const stored = await storedFiles(client)
    const tables: Manifest['tables'] = []
    for (const table of await copiedTables(client))
      if (!table.unlogged) tables.push(await writeTable(client, table, unfinished, recipients))
    const sequences = await sequencesOf(client)
    const manifest: Manifest = {
      format: 1,
      made_at: source.now.toISOString(),
      postgres: done[0]?.version ?? '',
      migrations: done.map(({ name }) => name),
      queue_migration: await queueMigration(client),
      secret: secretMark(source.keys, source.keys.maker),
      keys: neededKeys(source.keys),
      tables,
      sequences,
      files: { kept: source.keepFiles, count: 0, bytes: 0, sha256: '', gone: [], missing: [] },
    }
    await client.query('commit')
    await writeFiles(client, source, stored, manifest, unfinished)
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    await writeOut(Readable.from([Buffer.from(text)]), [], places(unfinished).manifest, recipients)
    await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(
        `${folder} cannot be written (${error.code}); name a folder that is not there yet.`,
      )
    })
    await flush(dirname(folder))
    return manifest
  } finally {
    await client.end()
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function writeTable(
  client: pg.ClientBase,
  { name, columns }: CopiedTable,
  folder: string,
  recipients: readonly Recipient[],
): Promise<Manifest['tables'][number]> {
  const rows = client.query(copyTo(`copy ${quoted(name)} ${columnList(columns)} to stdout`))
  const hash = createHash('sha256')
  const counted = seen((chunk) => hash.update(chunk))
  // The fastest compression level: rows shrink to a third, and the server needs the CPU too.
  const packed = createGzip({ level: 1 })
  await writeOut(rows, [counted, packed], places(folder).table(name), recipients)
  return { name, columns, rows: rows.rowCount, sha256: hash.digest('hex') }
}

/** A file that a row refers to, or a rendition of it. */
interface Stored {
  id: string
  path: string
}

async function storedFiles(client: pg.ClientBase): Promise<Stored[]> {
  const { rows } = await client.query<Stored & { renditions: string[] }>(
    'select id, path, renditions from files order by path',
  )
  return rows.flatMap(({ id, path, renditions }) =>
    [path, ...renditions.map((name) => renditionPath(path, name))].map((one) => ({
      id,
      path: one,
    })),
  )
}

/** Copies or lists the files that rows refer to, and records missing ones in the manifest. */
async function writeFiles(
  client: pg.ClientBase,
  source: BackupSource,
  stored: readonly Stored[],
  manifest: Manifest,
  folder: string,
): Promise<void> {
  const listed: ListedCopy[] = []
  const absent: Stored[] = []
  const waiting = stored.values()
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (const file of waiting) {
        const { path } = file
        const copy =
          source.keepFiles === 'copied'
            ? await copyFile(source, path, places(folder).file(path))
            : await look(source, path)
        if (copy === null) absent.push(file)
        else listed.push(copy)
      }
    }),
  )
  const gone = new Set<string>()
  for (const { id, path } of absent)
    if (await hasRow(client, id)) manifest.files.missing.push(path)
    else gone.add(id)
  listed.sort((one, other) => (one.path < other.path ? -1 : 1))
  const text = listed.map((copy) => `${JSON.stringify(copy)}\n`).join('')
  const { recipients = [] } = source
  await writeOut(Readable.from([Buffer.from(text)]), [], places(folder).list, recipients)
  manifest.files.count = listed.length
  manifest.files.bytes = listed.reduce((sum, { size }) => sum + size, 0)
  manifest.files.sha256 = createHash('sha256').update(text).digest('hex')
  manifest.files.gone = [...gone].toSorted()
  manifest.files.missing.sort((one, other) => (one < other ? -1 : 1))
}

/** A file's row is removed before the file. */
async function hasRow(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from files where id = $1', [id])
  return rowCount === 1
}

async function look(
  { files, hashListed = false }: BackupSource,
  path: string,
): Promise<ListedCopy | null> {
  const found = await files.stat(path)
  const stream = hashListed ? await files.open(path) : null
  if (found === null || (hashListed && stream === null)) return null
  const sha256 = stream === null ? null : await checksumOf(stream)
  if (stream !== null && sha256 === null) throw new Error(`${path} could not be read to its end`)
  return { path, size: found.size, sha256 }
}

async function copyFile(
  { files, recipients = [] }: BackupSource,
  path: string,
  target: string,
): Promise<ListedCopy | null> {
  const stream = await files.open(path)
  if (stream === null) return null
  const hash = createHash('sha256')
  let size = 0
  const counted = seen((chunk) => {
    size += chunk.length
    hash.update(chunk)
  })
  await mkdir(dirname(target), { recursive: true })
  await writeOut(stream, [counted], target, recipients)
  return { path, size, sha256: hash.digest('hex') }
}
