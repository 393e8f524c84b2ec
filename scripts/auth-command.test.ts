import { decodeProtectedHeader } from 'jose'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import { ensureBuilt } from './build.mjs'

const run = promisify(execFile)
let auth: TestAuth
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'auth-command-'))
  ;[auth] = await Promise.all([startAuth(), ensureBuilt(process.cwd(), ['server'])])
})
afterAll(async () => {
  await auth.close()
  rmSync(dataDir, { recursive: true })
})

/** Runs the command as an operator does, on the running service's database. */
function command(program: readonly string[], args: readonly string[]) {
  const { databaseUrl, publicUrl } = auth.config
  return run(process.execPath, [...program, ...args], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      // The secret that the tests' service uses when it has none configured.
      FILE_LINK_SECRET: 'local-file-links-only',
      PUBLIC_URL: publicUrl,
    },
  })
}
const sources = ['--import', 'tsx', 'scripts/auth-command.ts']
const bundle = ['dist/server/auth-command.js']

test('a rotation announces the next key; tokens of the previous one stay valid until they expire', async () => {
  const now = new Date()
  auth.setNow(now)
  const person = await auth.person()
  const before = decodeProtectedHeader(person.accessToken).kid
  const { stdout } = await command(sources, ['rotate-key'])
  const [, kid = '', from = ''] =
    /^The key (\S+) is published and signs from (\S+)\.\n$/.exec(stdout) ?? []

  // A process rereads the set within a minute; clients cache it for ten.
  auth.setNow(new Date(now.getTime() + 61_000))
  const { body } = await auth.call('GET', '/.well-known/jwks.json')
  const published = body.keys.map((key: { kid: string }) => key.kid)
  expect(new Set(published)).toEqual(new Set([before, kid]))
  expect(Date.parse(from) - now.getTime()).toBeGreaterThan(600_000)

  auth.setNow(new Date(Date.parse(from) + 1_000))
  const own = () =>
    auth.call('GET', '/user', { headers: { authorization: `Bearer ${person.accessToken}` } })
  const { email, password } = person
  const signIn = await auth.call('POST', '/token?grant_type=password', {
    body: { email, password },
  })
  expect(decodeProtectedHeader(signIn.body.access_token).kid).toBe(kid)
  expect((await own()).status).toBe(200)
  auth.setNow(new Date(now.getTime() + 3_599_000))
  expect((await own()).status).toBe(200)
  auth.setNow(new Date(now.getTime() + 3_601_000))
  expect((await own()).body.code).toBe('bad_jwt')
  auth.setNow(null)
})

test('a service token from the bundled command allows admin calls until it expires', async () => {
  const { stdout } = await command(bundle, ['service-token', '2'])
  const headers = { Authorization: `Bearer ${stdout.trim()}` }
  expect((await auth.call('GET', '/admin/users', { headers })).status).toBe(200)
  auth.setNow(new Date(Date.now() + 2 * 3_600_000 + 1_000))
  expect((await auth.call('GET', '/admin/users', { headers })).body.code).toBe('bad_jwt')
  auth.setNow(null)
})

test('an unknown command prints its usage', async () => {
  await expect(command(bundle, ['rotate'])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Usage: /),
  })
})
