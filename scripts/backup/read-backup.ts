import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isOutdated, migrate, migrationNames } from '#server/db/migrate.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { Refusal } from '#scripts/launch-settings.ts'
import type { Identity } from '#scripts/backup/age/keys.ts'
import { type BackupFiles, backupFiles } from './backup-files.ts'
import { type Manifest, missingKeys, places, readList } from './manifest.ts'
import {
  columnList,
  copiedTables,
  queueMigration,
  quoted,
  SEEDED_BY_MIGRATIONS,
  withoutReferences,
} from './tables.ts'
import { refuseOthers, verified } from './verify-backup.ts'

/** Where a backup is restored to. */
export interface BackupTarget {
  databaseUrl: string
  files: FileStore
  /** The keys of this installation. */
  keys: Keyring
  /** The keys that may decrypt the backup. */
  identities?: readonly Identity[]
  /** A temporary folder for copies that go into the store; created if missing. */
  workFolder: string
}

/**
 * Restores a backup into an empty database and an empty store: files first, then all rows in one transaction, then the
 * later migrations. Throws Refusal, leaving the database unchanged, if this is not allowed.
 */
export async function readBackup(target: BackupTarget, folder: string): Promise<Manifest> {
  const opened = await backupFiles(places(folder).manifest, target.identities ?? [])
  const manifest = await verified(folder, opened)
  const missing = missingKeys(manifest, target.keys)
  if (missing.length > 0)
    throw new Refusal(
      `The keys here are not those of the backup: it needs version ${missing.join(' and ')}, without which signing keys, second factors and waiting mails in it would stay sealed. Set FILE_LINK_SECRET (version 1) and KEYRING_FILE as they were, or put the secrets.json of that installation into DATA_DIR.`,
    )
  const names = await migrationNames()
  if (isOutdated(new Set(manifest.migrations), names))
    throw new Refusal(
      'The backup is of an earlier release, whose migrations this one does not continue; restore it with that one.',
    )
  const unknown = manifest.migrations.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Refusal(
      `The backup is of a newer release (${unknown.join(', ')}); restore it with that one.`,
    )
  await refuseRows(target.databaseUrl)
  await migrate(target.databaseUrl, undefined, { only: new Set(manifest.migrations) })
  await readFiles(target, manifest, folder, opened)
  await readTables(target.databaseUrl, manifest, folder, opened)
  await migrate(target.databaseUrl)
  return manifest
}

/** A restore does not merge: existing data would mix with it. */
async function refuseRows(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const { name } of await copiedTables(client)) {
      if (SEEDED_BY_MIGRATIONS.includes(name)) continue
      const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
      if (rowCount !== 0)
        throw new Refusal(
          `The database is not empty (${name} has rows); restore into an empty one, nothing was changed.`,
        )
    }
  })
}

async function readTables(
  databaseUrl: string,
  manifest: Manifest,
  folder: string,
  opened: BackupFiles,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    const queue = await queueMigration(client)
    const here = new Map((await copiedTables(client)).map(({ name, columns }) => [name, columns]))
    const misfits = manifest.tables.filter(
      ({ name, columns }) => !columns.every((column) => here.get(name)?.includes(column)),
    )
    if (misfits.length > 0)
      throw new Refusal(
        `The schema is not that of the backup (${misfits.map(({ name }) => name).join(', ')}; job queue ${queue}, then ${manifest.queue_migration}).`,
      )
    const putReferencesBack = await withoutReferences(client)
    // The invariants of our triggers (append-only, balanced) held in the source database.
    for (const { name } of manifest.tables)
      await client.query(`alter table ${quoted(name)} disable trigger user`)
    for (const { name, columns, rows } of manifest.tables) {
      if (SEEDED_BY_MIGRATIONS.includes(name)) await client.query(`delete from ${quoted(name)}`)
      const into = client.query(copyFrom(`copy ${quoted(name)} ${columnList(columns)} from stdin`))
      await pipeline(opened.content(places(folder).table(name)), createGunzip(), into)
      if (into.rowCount !== rows)
        throw new Error(`${name}: ${into.rowCount} rows were read back of ${rows}`)
    }
    for (const { name, last, used } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, used])
    await client.query('delete from files where id = any($1::uuid[])', [manifest.files.gone])
    await client.query('set constraints all immediate')
    await putReferencesBack()
    for (const { name } of manifest.tables)
      await client.query(`alter table ${quoted(name)} enable trigger user`)
    await client.query('commit')
    await client.query('analyze')
  })
}

/** Puts the copies into the store. For files that were only listed, checks that the store has them. */
async function readFiles(
  { files, workFolder }: BackupTarget,
  manifest: Manifest,
  folder: string,
  opened: BackupFiles,
): Promise<void> {
  const list = await readList(folder, opened)
  if (manifest.files.kept === 'listed') return refuseOthers(files, list)
  await mkdir(workFolder, { recursive: true })
  const work = await mkdtemp(join(workFolder, 'restore-'))
  try {
    for (const { path } of list) {
      // A separate copy: the store may hard-link its input, and a backup must never change.
      const passing = join(work, 'file')
      await pipeline(
        opened.content(places(folder).file(path)),
        createWriteStream(passing, { mode: 0o600 }),
      )
      await files.put(passing, path)
      await rm(passing, { force: true })
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await work(client)
  } finally {
    // This rolls back everything that was not committed.
    await client.end()
  }
}
