import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { localFileStore } from '#server/providers/files/local-file-store.ts'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import { buildDeal, buildFile, buildMessage, buildSeller } from '#tests/support/builders.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/database.ts'
import { fillDatabase } from '#tests/generate/fill.ts'
import { emailOf } from '#tests/generate/people.ts'
import { makeBackup } from './make-backup.ts'
import { type Manifest, places, readList } from './manifest.ts'
import { makeIdentity, type Recipient } from '#scripts/backup/age/keys.ts'
import { backupFiles } from './backup-files.ts'
import { readBackup } from './read-backup.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { verifyBackup, verifyStored } from './verify-backup.ts'

const PASSWORD = 'correct horse'
const LEDGER =
  'select md5(string_agg(t::text, $$,$$ order by id)) as sum from ledger_entries t where id <= $1'

const GUARDS = `select array_agg(guard order by guard) as sum from (
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as guard from pg_constraint
    where connamespace in ('public'::regnamespace, 'auth'::regnamespace)
  union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal) all_of_them`

let place: string
let auth: TestAuth
let manifest: Manifest
let sweptId: string
/** What was acknowledged before the backup began. */
let before: { bytes: Map<string, Buffer>; ledger: string; entries: number; refreshToken: string }
let restoredTo: FreshDatabase | null = null

const folder = (name: string) => join(place, name)
const store = (name: string) => localFileStore(folder(name))

/** Stores bytes under a path as an upload does. */
async function putBytes(files: string, path: string, bytes: Buffer): Promise<void> {
  const passing = folder(`passing-${randomUUID()}`)
  writeFileSync(passing, bytes)
  await store(files).put(passing, path)
  rmSync(passing)
}

async function one<T>(pool: Pool, statement: string, values: unknown[] = []): Promise<T> {
  const { rows } = await pool.query<{ sum: T }>(statement, values)
  const [row] = rows
  if (row === undefined) throw new Error('no row')
  return row.sum
}

/** A market with deals, money and files; then a backup while people keep writing. */
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'cartwright-drill-'))
  auth = await startAuth()
  const passwordHash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await fillDatabase(auth.database.url, {
    projects: 16,
    now: new Date(),
    passwordHash,
    checked: true,
  })
  const { pool } = auth
  const { rows: files } = await pool.query<{ path: string }>('select path from files order by path')
  const bytes = new Map(
    files.map(({ path }, n) => [path, Buffer.from(`${path} ${n}`.repeat(50 + n))]),
  )
  for (const [path, content] of bytes) await putBytes('files', path, content)
  const signedIn = await auth.client().signInWithPassword({ email: emailOf(1), password: PASSWORD })
  const entries = await one<number>(pool, 'select max(id) as sum from ledger_entries')
  before = {
    bytes,
    entries,
    ledger: await one<string>(pool, LEDGER, [entries]),
    refreshToken: signedIn.data.session?.refresh_token ?? '',
  }

  const backup = { done: false, written: 0 }
  const writing = (async () => {
    // Enough to interfere; a slow machine would only have more to copy.
    while (!backup.done && backup.written < 30) {
      backup.written += 1
      const deal = await buildDeal(pool)
      await buildMessage(pool, { conversation: deal.conversation, sender: deal.creator })
      const { url } = await buildFile(pool, { owner: deal.seller })
      // In the product the bytes come first; here the row may be ahead, which a backup must distinguish.
      await putBytes('files', url.replace('/storage/public/', ''), Buffer.from('new'))
    }
  })()
  // One file is cleaned up between the snapshot and the copying: row first, then bytes.
  const swept = await buildFile(pool, { owner: await buildSeller(pool) })
  const slow = store('files')
  const sweeping: typeof slow = {
    ...slow,
    async open(path, span) {
      await pool.query('delete from files where id = $1', [swept.id])
      return slow.open(path, span)
    },
  }
  manifest = await makeBackup(
    {
      databaseUrl: auth.database.url,
      files: sweeping,
      keepFiles: 'copied',
      keys: auth.config.keys,
      now: new Date(),
    },
    folder('backup'),
  )
  backup.done = true
  await writing
  sweptId = swept.id
})
afterAll(async () => {
  await auth.close()
  await restoredTo?.drop()
  rmSync(place, { recursive: true, force: true })
})

test('after a total loss, a backup made during writes restores rows, money, files and sign-in', async () => {
  rmSync(folder('files'), { recursive: true })
  const database = await emptyDatabase()
  restoredTo = database
  const to = { ...untouched(), databaseUrl: database.url, files: store('restored') }
  await readBackup(to, folder('backup'))

  const pool = createPool(to.databaseUrl, 4)
  for (const { name, rows } of manifest.tables) {
    const lost = name === 'public.files' ? manifest.files.gone.length : 0
    expect({
      name,
      rows: await one<number>(pool, `select count(*)::int as sum from ${name}`),
    }).toEqual({
      name,
      rows: rows - lost,
    })
  }
  expect(manifest.tables.find(({ name }) => name === 'public.payments')?.rows).toBeGreaterThan(5)
  expect(await one<string>(pool, LEDGER, [before.entries])).toBe(before.ledger)
  expect(await brokenMoneyChecks(pool)).toEqual([])

  const restored = new Map<string, Buffer>()
  for (const path of before.bytes.keys()) {
    const stream = await to.files.open(path)
    restored.set(path, stream === null ? Buffer.alloc(0) : await buffer(stream))
  }
  expect(restored).toEqual(before.bytes)
  expect(manifest.files.gone).toEqual([sweptId])
  // Everything that a restored row refers to exists.
  const { rows: files } = await pool.query<{ path: string }>('select path from files')
  for (const { path } of files) {
    const isThere = (await to.files.stat(path)) !== null
    expect(isThere || manifest.files.missing.includes(path), path).toBe(true)
  }
  // Written at the same moment, ahead of its bytes: at most the one in progress.
  expect(manifest.files.missing.length).toBeLessThan(2)

  expect(await one<string>(pool, GUARDS)).toEqual(await one<string>(auth.pool, GUARDS))
  // The triggers are back, and new rows get new numbers.
  await expect(pool.query('update ledger_entries set amount = 1')).rejects.toThrow(/append/)
  const deal = await buildDeal(pool)
  await buildMessage(pool, { conversation: deal.conversation, sender: deal.creator })
  await pool.end()

  const again = await startAuth({ on: { ...auth, database } })
  const signedIn = await again
    .client()
    .signInWithPassword({ email: emailOf(2), password: PASSWORD })
  expect(signedIn.error).toBeNull()
  // Sessions survive.
  const kept = await again.client().refreshSession({ refresh_token: before.refreshToken })
  expect(kept.error).toBeNull()
  await again.close()
})

/** Refused before the target is changed. */
const untouched = () => ({
  databaseUrl: 'postgres://nobody@127.0.0.1:9/none',
  files: store('untouched'),
  keys: auth.config.keys,
  workFolder: folder('untouched-work'),
})

test('nothing is restored over existing data', async () => {
  const rows = () => one<number>(auth.pool, 'select count(*)::int as sum from ledger_entries')
  const there = await rows()
  const to = { ...untouched(), databaseUrl: auth.database.url }
  await expect(readBackup(to, folder('backup'))).rejects.toThrow(
    /^The database is not empty \(\S+ has rows\); restore into an empty one, nothing was changed\.$/,
  )
  expect(await rows()).toBe(there)
  expect(existsSync(folder('untouched'))).toBe(false)
})

test('a backup is not restored with another secret, which would leave parts of it sealed', async () => {
  const to = { ...untouched(), keys: soleKey('another-secret-of-sixteen') }
  await expect(readBackup(to, folder('backup'))).rejects.toThrow(
    /^The keys here are not those of the backup: it needs version 1, /,
  )
})

test('a backup with a lost or changed byte, or an unfinished one, is refused', async () => {
  await verifyBackup(folder('backup'))
  const opened = await backupFiles(places(folder('backup')).manifest, [])
  const [file] = await readList(folder('backup'), opened)
  for (const [n, spoil] of [
    (at: ReturnType<typeof places>) => writeFileSync(at.file(file?.path ?? ''), 'other'),
    (at: ReturnType<typeof places>) => rmSync(at.table('public.ledger_entries')),
    (at: ReturnType<typeof places>) =>
      writeFileSync(at.list, readFileSync(at.list, 'utf8').slice(5)),
  ].entries()) {
    const copy = folder(`copy-${n}`)
    cpSync(folder('backup'), copy, { recursive: true })
    spoil(places(copy))
    await expect(verifyBackup(copy)).rejects.toThrow(/is damaged: /)
  }
  rmSync(places(folder('copy-0')).manifest)
  await expect(verifyBackup(folder('copy-0'))).rejects.toThrow(/is no backup/)
})

/** Like the current market, except for at most one file. */
async function makeSealed(name: string, recipients: readonly Recipient[]): Promise<void> {
  await makeBackup(
    {
      databaseUrl: auth.database.url,
      files: store('few'),
      keepFiles: 'copied',
      recipients,
      keys: auth.config.keys,
      now: new Date(),
    },
    folder(name),
  )
}

test('an encrypted backup reveals none of its contents, and only its key restores it', async () => {
  const { rows } = await auth.pool.query<{ path: string }>('select path from files limit 1')
  const path = rows[0]?.path ?? ''
  await putBytes('few', path, Buffer.from('the only picture'))
  const owner = makeIdentity()
  await makeSealed('sealed', [owner.recipient])
  const names = readdirSync(folder('sealed'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !name.endsWith('.age'))).toEqual([])
  const copy = readFileSync(`${places(folder('sealed')).file(path)}.age`)
  expect(copy.includes('picture')).toBe(false)

  await expect(verifyBackup(folder('sealed'))).rejects.toThrow(
    /^The backup is encrypted\. Say where/,
  )
  await expect(verifyBackup(folder('sealed'), [makeIdentity()])).rejects.toThrow(
    'The backup is encrypted for another key than the one given; nothing was read.',
  )
  // Refused before the target is contacted; nothing listens there.
  const stranger = { ...untouched(), identities: [makeIdentity()] }
  await expect(readBackup(stranger, folder('sealed'))).rejects.toThrow(/for another key/)

  const database = await emptyDatabase()
  const to = { ...untouched(), databaseUrl: database.url, files: store('opened') }
  await readBackup({ ...to, identities: [makeIdentity(), owner] }, folder('sealed'))
  const stream = await to.files.open(path)
  expect(stream && (await buffer(stream)).toString()).toBe('the only picture')
  const pool = createPool(database.url, 2)
  const users = 'select count(*)::int as sum from auth.users'
  expect(await one<number>(pool, users)).toBe(await one<number>(auth.pool, users))
  await pool.end()
  await database.drop()
})

test('an encrypted backup that is truncated, changed or contains a file from another one is refused', async () => {
  const owner = makeIdentity()
  await makeSealed('sealed-a', [owner.recipient])
  await buildDeal(auth.pool)
  await makeSealed('sealed-b', [owner.recipient])
  const table = (name: string) => `${places(folder(name)).table('public.projects')}.age`
  const whole = readFileSync(table('sealed-a'))
  const verify = () => verifyBackup(folder('sealed-a'), [owner])
  for (const spoiled of [
    whole.subarray(0, -1),
    whole.subarray(0, -100),
    Buffer.concat([whole.subarray(0, -1), Buffer.from([(whole.at(-1) ?? 0) ^ 1])]),
    // It opens with the same key, but is not the table of this backup.
    readFileSync(table('sealed-b')),
  ]) {
    writeFileSync(table('sealed-a'), spoiled)
    await expect(verify()).rejects.toThrow(/is damaged: tables\/public\.projects\.copy\.gz/)
  }
  writeFileSync(table('sealed-a'), whole)
  await verify()
  const manifestFile = `${places(folder('sealed-a')).manifest}.age`
  writeFileSync(manifestFile, readFileSync(manifestFile).subarray(0, -1))
  await expect(verify()).rejects.toThrow(/is damaged: manifest\.json\.age/)
})

test('a file list with checksums detects changed bytes of the same length in the store', async () => {
  const { rows } = await auth.pool.query<{ path: string }>('select path from files limit 1')
  const path = rows[0]?.path ?? ''
  await putBytes('bucket', path, Buffer.from('bytes in a bucket'))
  const listed = {
    databaseUrl: auth.database.url,
    files: store('bucket'),
    keepFiles: 'listed',
    keys: auth.config.keys,
    now: new Date(),
  } as const
  await makeBackup(listed, folder('sizes'))
  await makeBackup({ ...listed, hashListed: true }, folder('hashes'))
  await verifyBackup(folder('hashes'))
  expect(await verifyStored(store('bucket'), folder('sizes'))).toEqual({ count: 1, hashed: 0 })
  expect(await verifyStored(store('bucket'), folder('hashes'))).toEqual({ count: 1, hashed: 1 })
  await putBytes('bucket', path, Buffer.from('bytes in a casket'))
  expect(await verifyStored(store('bucket'), folder('sizes'))).toEqual({ count: 1, hashed: 0 })
  const says = `The store misses 1 of 1 files that the backup lists, or has other bytes (${path}`
  await expect(verifyStored(store('bucket'), folder('hashes'))).rejects.toThrow(says)
  const database = await emptyDatabase()
  const to = { ...untouched(), databaseUrl: database.url, files: store('bucket') }
  await expect(readBackup(to, folder('hashes'))).rejects.toThrow(says)
  await database.drop()
})

test('a backup of a newer release is refused', async () => {
  const at = places(folder('backup'))
  const changed = { ...manifest, migrations: [...manifest.migrations, '9999_next.sql'] }
  writeFileSync(at.manifest, JSON.stringify(changed))
  await expect(readBackup(untouched(), folder('backup'))).rejects.toThrow(
    /newer release \(9999_next\.sql\)/,
  )
})

test('a backup from before the baseline is refused as one of an earlier release, not a newer one', async () => {
  const at = places(folder('backup'))
  writeFileSync(at.manifest, JSON.stringify({ ...manifest, migrations: ['0001_auth.sql'] }))
  await expect(readBackup(untouched(), folder('backup'))).rejects.toThrow(
    /earlier release, .* restore it with that one/,
  )
})
