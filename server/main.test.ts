import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationNames } from '#server/db/migrate.ts'
import { wrapSecret } from '#server/keyring/wrapped-secret.ts'
import { transitKeyService } from '#server/providers/kms/transit-key-service.ts'
import { ensureBuilt } from '#scripts/build.mjs'
import { startChild } from '#scripts/child.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { startKms } from '#tests/support/kms.ts'

const execFileAsync = promisify(execFile)

let database: FreshDatabase
let admin: pg.Client
beforeAll(async () => {
  await ensureBuilt(process.cwd(), ['server'])
  database = await freshDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const waiting = async () => {
  const { rows } = await admin.query(
    `select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`,
  )
  return rows.length
}

test('a process that waits for another one to migrate exits on a signal, and when its launcher is gone', async () => {
  await admin.query('select pg_advisory_lock(7221948)')
  const start = (name: string) =>
    startChild({
      name,
      args: ['dist/server/main.js'],
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: database.url },
    })
  const [told, orphaned] = [start('told'), start('orphaned')]
  await expect.poll(waiting).toBe(2)
  told.process.kill('SIGTERM')
  orphaned.process.disconnect()
  await Promise.all([told.ended, orphaned.ended])
  for (const { process } of [told, orphaned])
    expect([process.exitCode, process.signalCode]).toEqual([0, null])
})

/** Runs a program of the built product to its end. */
function runToEnd(file: string, databaseUrl: string, more: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: databaseUrl, ...more }
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('with migration at startup off, programs refuse to run until `npm run migrate` has run', async () => {
  const empty = await emptyDatabase()
  const refused = runToEnd('dist/server/main.js', empty.url, { MIGRATE_AT_START: '0' })
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The server cannot run\. MIGRATE_AT_START is off .*npm run migrate.*\n$/,
    ),
  ])
  // Run as any command would be.
  const command = runToEnd('dist/server/money-check.js', empty.url, { MIGRATE_AT_START: '0' })
  expect([command.status, command.stderr]).toEqual([2, expect.stringContaining('npm run migrate')])

  const first = runToEnd('dist/server/migrate.js', empty.url, { MIGRATE_AT_START: '0' })
  expect([first.status, first.stderr]).toEqual([0, ''])
  expect(first.stdout.match(/^applied /gm)).toHaveLength((await migrationNames()).length)
  expect(runToEnd('dist/server/migrate.js', empty.url).stdout).toBe('The schema was up to date.\n')
  const held = runToEnd('dist/server/money-check.js', empty.url, { MIGRATE_AT_START: '0' })
  expect(held.status).toBe(0)
  await empty.drop()
})

test('a missing or invalid document certificate ends the process with an error that names the file', () => {
  for (const file of ['/nowhere/signer.pem', 'package.json']) {
    const refused = runToEnd('dist/server/main.js', database.url, {
      DOCUMENT_CERTIFICATE_FILE: file,
      DOCUMENT_KEY_FILE: file,
    })
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^The server cannot run\\. \\S*${file} (has no certificate|cannot be used).*\n$`,
        ),
      ),
    ])
  }
})

test('an unreachable KMS ends startup with a one-line error that contains no secret', async () => {
  const kms = await startKms()
  const KEYRING_FILE = join(kms.folder, 'keys.json')
  const service = transitKeyService({
    url: kms.env.KMS_URL,
    key: kms.env.KMS_KEY,
    tokenFile: kms.env.KMS_TOKEN_FILE,
  })
  const secret = 'PLANTED secret of the test'
  const entry = await wrapSecret(service, { name: 'server', version: 1 }, secret)
  const file = { server: { makes: 1, versions: { 1: entry } } }
  writeFileSync(KEYRING_FILE, JSON.stringify(file), { mode: 0o600 })
  const start = () =>
    execFileAsync(process.execPath, ['dist/server/main.js'], {
      env: { NODE_ENV: 'test', DATABASE_URL: database.url, KEYRING_FILE, ...kms.env },
    }).catch((error: unknown) => error as { code: number; stderr: string; stdout: string })
  await kms.stop()
  const away = await start()
  expect(away).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The server cannot run\. The keys stay wrapped\. The KMS at \S+ did not answer: 4 attempts, the last one with ECONNREFUSED\.\n$/,
    ),
  })
  expect(`${away.stderr}${away.stdout}`).not.toMatch(/PLANTED/)
  await kms.close()
})
