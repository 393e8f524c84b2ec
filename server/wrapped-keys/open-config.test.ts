import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type KeyService, KeyServiceFailure } from '#server/keyring/key-service.ts'
import { wrapSecret } from '#server/keyring/wrapped-secret.ts'
import { transitKeyService } from '#server/providers/kms/transit-key-service.ts'
import { KMS_TOKEN, startKms, type TestKms } from '#tests/support/kms.ts'
import { openConfig } from './open-config.ts'

const SECRETS = { 1: 'PLANTED first secret of the test', 2: 'PLANTED second secret of the test' }

let kms: TestKms
beforeEach(async () => {
  kms = await startKms()
})
afterEach(() => kms.close())

const service = () =>
  transitKeyService(
    { url: kms.env.KMS_URL, key: kms.env.KMS_KEY, tokenFile: kms.env.KMS_TOKEN_FILE },
    { answerMs: 5_000, pausesMs: [1, 1] },
  )
const wrap = (version: 1 | 2, name = 'server') =>
  wrapSecret(service(), { name, version }, SECRETS[version])

let files = 0
function environment(versions: object, makes = 2, more: Record<string, string> = {}) {
  const KEYRING_FILE = join(kms.folder, `keys-${(files += 1)}.json`)
  writeFileSync(KEYRING_FILE, JSON.stringify({ server: { makes, versions } }), { mode: 0o600 })
  return { DATABASE_URL: 'postgres://unused', KEYRING_FILE, ...kms.env, ...more }
}

/** Opens it with a KMS that has a short timeout. */
const open = (env: Record<string, string>, connect: () => KeyService = service) =>
  openConfig(env, connect)

/** Returns why a process does not start: one sentence or two, without a key or a token. */
async function refusalOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => new Error('it opened'),
    (thrown: unknown) => thrown as Error,
  )
  expect(error.name).toBe('ConfigError')
  expect(error.stack).not.toMatch(/PLANTED/)
  expect(error.stack).not.toContain(KMS_TOKEN)
  return error.message
}

test('unwrapped keys equal the original ones, and a process that has them no longer needs the KMS', async () => {
  const { keys } = await open(environment({ 1: await wrap(1), 2: await wrap(2) }))
  await kms.stop()
  const plain = readConfig({
    ...environment(SECRETS),
    KMS_URL: '',
    KMS_KEY: '',
    KMS_TOKEN_FILE: '',
  })
  expect([keys.maker, keys.versions]).toEqual([2, [1, 2]])
  expect(plain.keys.open('mail', keys.seal('mail', 'x'))).toBe('x')
  expect(keys.markOf(1)).toBe(plain.keys.markOf(1))
})

test('starting fails with a readable message when the KMS does not answer', async () => {
  const env = environment({ 2: await wrap(2) })
  await kms.stop()
  expect(await refusalOf(open(env))).toMatch(
    /^The keys stay wrapped\. The KMS at http:.* did not answer: 3 attempts, the last one with ECONNREFUSED\.$/,
  )
})

test('once the KMS key is rotated and its old version forbidden, only re-wrapped keys open', async () => {
  const before = environment({ 2: await wrap(2) })
  await kms.change('keys/ours/rotate')
  const after = environment({ 2: await wrap(2) })
  expect((await open(before)).keys.versions).toEqual([2])
  await kms.change('keys/ours/config', { min_decryption_version: 2 })
  expect((await open(after)).keys.versions).toEqual([2])
  expect(await refusalOf(open(before))).toMatch(/no longer allowed/)
})

test('an entry moved to another name or version is refused, by the KMS and by the server', async () => {
  const lenient: KeyService = {
    wrap: (key) => Promise.resolve(`vault:v1:${Buffer.from(key).toString('base64')}`),
    unwrap: (wrapped) => Promise.resolve(Buffer.from(wrapped.slice(9), 'base64')),
  }
  for (const connect of [service, () => lenient])
    for (const context of [
      { name: 'server', version: 1 },
      { name: 'files', version: 2 },
    ]) {
      const moved = await wrapSecret(connect(), context, SECRETS[1])
      expect(await refusalOf(open(environment({ 2: moved }), connect))).toMatch(
        /^The keys stay wrapped\. .*version 2 of the key "server".*another name or version/,
      )
    }
})

test('a KMS that answers with another key is refused', async () => {
  const confused: KeyService = { ...service(), unwrap: () => Promise.resolve(Buffer.alloc(32, 9)) }
  const env = environment({ 2: await wrap(2) })
  expect(await refusalOf(open(env, () => confused))).toMatch(/the answer is another key's/)
})

test('a changed entry is refused', async () => {
  const { wrapped, sealed } = await wrap(2)
  const box = Buffer.from(sealed, 'base64')
  box[box.length - 1] = (box.at(-1) ?? 0) ^ 1
  const changed = { wrapped, sealed: box.toString('base64') }
  expect(await refusalOf(open(environment({ 2: changed })))).toMatch(/was changed/)
  const cut = { wrapped, sealed: box.subarray(0, 20).toString('base64') }
  expect(await refusalOf(open(environment({ 2: cut })))).toMatch(/was changed/)
})

test('with a KMS configured, plain keys are refused, and so is a missing or empty keyring file', async () => {
  const first = await wrap(1)
  expect(await refusalOf(open(environment({ 1: first, 2: SECRETS[2] })))).toMatch(
    /^Configuration is wrong:\n {2}KEYRING_FILE has version 2 of the key "server" as it is, though KMS_URL is set/,
  )
  const FILE_LINK_SECRET = SECRETS[1]
  expect(await refusalOf(open(environment({ 1: first }, 1, { FILE_LINK_SECRET })))).toMatch(
    /FILE_LINK_SECRET is a plain key, though KMS_URL is set/,
  )
  expect(await refusalOf(open({ ...environment({}), KEYRING_FILE: '' }))).toMatch(
    /KEYRING_FILE is required where KMS_URL is set/,
  )
  const empty = environment({})
  writeFileSync(empty.KEYRING_FILE, '{}')
  expect(await refusalOf(open(empty))).toMatch(/has no key "server"/)
})

test('a wrapped entry is refused without the KMS settings, and so are incomplete KMS settings', async () => {
  const env = environment({ 2: await wrap(2) })
  const without = { ...env, KMS_URL: '', KMS_KEY: '', KMS_TOKEN_FILE: '' }
  expect(await refusalOf(open(without))).toMatch(
    /has a wrapped version 2 of the key "server".*set KMS_URL, KMS_KEY and KMS_TOKEN_FILE\.$/,
  )
  expect(await refusalOf(open({ ...env, KMS_KEY: '' }))).toMatch(/together or not at all/)
})

test.each([
  'http://vault.example:8200',
  'http://127.vault.example',
  'https://user:word@vault.example',
  'https://vault.example/?x=1',
  'ftp://127.0.0.1',
  'vault',
])('the KMS address %s is refused, because a token would be sent there', async (KMS_URL) => {
  expect(await refusalOf(open(environment({}, 2, { KMS_URL })))).toMatch(/KMS_URL: /)
})

test('wrapping a key fails if the key service cannot unwrap it again', async () => {
  const oneWay: KeyService = {
    ...service(),
    unwrap: () => Promise.reject(new KeyServiceFailure('The policy lacks decrypt.')),
  }
  await expect(wrapSecret(oneWay, { name: 'server', version: 2 }, SECRETS[2])).rejects.toThrow(
    'lacks decrypt',
  )
})
