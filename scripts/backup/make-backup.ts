import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { renditionPath } from '#server/uploads/file-address.ts'
import { Refusal } from '#scripts/launch-settings.ts'
import { type ListedCopy, type Manifest, places, secretMark } from './manifest.ts'
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
  /** FILE_LINK_SECRET; only a fingerprint of it is written. */
  secret: string
  now: Date
}

/** Files copied at a time. */
const SIDE_BY_SIDE = 4

/**
 * Writes a backup into a new folder while the installation runs: every table as of one moment, then every file that
 * those rows refer to. The folder appears once everything is written and flushed.
 */
export async function makeBackup(source: BackupSource, folder: string): Promise<Manifest> {
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
      tables.push(await writeTable(client, table, unfinished))
    const sequences = await sequencesOf(client)
    const manifest: Manifest = {
      format: 1,
      made_at: source.now.toISOString(),
      postgres: done[0]?.version ?? '',
      migrations: done.map(({ name }) => name),
      queue_migration: await queueMigration(client),
      secret: secretMark(source.secret),
      tables,
      sequences,
      files: { kept: source.keepFiles, count: 0, bytes: 0, sha256: '', gone: [], missing: [] },
    }
    await client.query('commit')
    await writeFiles(client, source, stored, manifest, unfinished)
    await writeDown(places(unfinished).manifest, `${JSON.stringify(manifest, null, 2)}\n`)
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
): Promise<Manifest['tables'][number]> {
  const rows = client.query(copyTo(`copy ${quoted(name)} ${columnList(columns)} to stdout`))
  const hash = createHash('sha256')
  const counted = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk))
  const file = places(folder).table(name)
  // The fastest compression: rows shrink to a third, and the CPU is the server's too.
  await pipeline(rows, counted, createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600 }))
  await flush(file)
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

/** Copies or lists the files that rows refer to, and records in the manifest what could not be found. */
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
            ? await copyFile(source.files, path, places(folder).file(path))
            : await look(source.files, path)
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
  await writeDown(places(folder).list, text)
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

async function look(files: FileStore, path: string): Promise<ListedCopy | null> {
  const found = await files.stat(path)
  return found === null ? null : { path, size: found.size, sha256: null }
}

async function copyFile(
  files: FileStore,
  path: string,
  target: string,
): Promise<ListedCopy | null> {
  const stream = await files.open(path)
  if (stream === null) return null
  const hash = createHash('sha256')
  let size = 0
  const counted = new PassThrough().on('data', (chunk: Buffer) => {
    size += chunk.length
    hash.update(chunk)
  })
  await mkdir(dirname(target), { recursive: true })
  await pipeline(stream, counted, createWriteStream(target, { mode: 0o600 }))
  await flush(target)
  return { path, size, sha256: hash.digest('hex') }
}

async function writeDown(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 })
  await flush(file)
}

/** Waits until it is on the disk: a backup that a power cut destroys is none. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
