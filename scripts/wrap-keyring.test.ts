import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConfig } from '#server/wrapped-keys/open-config.ts'
import { startKms, type TestKms } from '#tests/support/kms.ts'
import { announceVersion, makeWith, withoutVersion } from './keyring-edit.ts'
import { readSettings } from './launch-settings.ts'
import { wrapKeyring } from './wrap-keyring.ts'

const FIRST = 'PLANTED first secret of the test'
const SECOND = 'PLANTED second secret of the test'

let kms: TestKms
beforeEach(async () => {
  kms = await startKms()
})
afterEach(() => kms.close())

const path = (name: string) => join(kms.folder, name)
function keysFile(content: object): string {
  writeFileSync(path('keys.json'), JSON.stringify(content), { mode: 0o600 })
  return path('keys.json')
}
const plainKeys = () =>
  keysFile({
    server: { makes: 2, versions: { 2: SECOND } },
    files: { makes: 0, versions: { 1: SECOND } },
  })
const settings = (more: Record<string, string>) =>
  readSettings({
    DATABASE_URL: 'postgres://unused',
    DATA_DIR: path('data'),
    DEMO_DATA: '0',
    ...kms.env,
    ...more,
  })
/** The configuration of a process with the given key file and no FILE_LINK_SECRET. */
const opened = (KEYRING_FILE: string) =>
  openConfig({ DATABASE_URL: 'postgres://unused', KEYRING_FILE, ...kms.env })

test('wraps the keys of a file, and FILE_LINK_SECRET as version 1, into a second file', async () => {
  const before = plainKeys()
  const text = readFileSync(before, 'utf8')
  const said = await wrapKeyring(
    settings({ KEYRING_FILE: before, FILE_LINK_SECRET: FIRST }),
    path('wrapped.json'),
  )
  const written = readFileSync(path('wrapped.json'), 'utf8')
  expect(`${written} ${said}`).not.toMatch(/PLANTED/)
  expect(statSync(path('wrapped.json')).mode & 0o777).toBe(0o600)
  expect(readFileSync(before, 'utf8')).toBe(text)
  expect(said).toMatch(
    /destroy: .*keys\.json; FILE_LINK_SECRET wherever it is set, and in .*secrets\.json/,
  )
  const { keys, fileKeys } = await opened(path('wrapped.json'))
  expect([keys.maker, keys.versions]).toEqual([2, [1, 2]])
  expect([fileKeys?.makes, fileKeys?.keys.versions]).toEqual([false, [1]])
})

test('wraps FILE_LINK_SECRET alone, and refuses if there is no key to wrap', async () => {
  await expect(wrapKeyring(settings({}), path('wrapped.json'))).rejects.toThrow('no key to wrap')
  await wrapKeyring(settings({ FILE_LINK_SECRET: FIRST }), path('wrapped.json'))
  expect((await opened(path('wrapped.json'))).keys.versions).toEqual([1])
})

test('re-wraps wrapped keys with the newest version of the key of the KMS', async () => {
  await wrapKeyring(settings({ KEYRING_FILE: plainKeys() }), path('first.json'))
  await kms.change('keys/ours/rotate')
  await wrapKeyring(settings({ KEYRING_FILE: path('first.json') }), path('second.json'))
  await kms.change('keys/ours/config', { min_decryption_version: 2 })
  const { keys } = await opened(path('second.json'))
  expect(keys.versions).toEqual([2])
  await expect(opened(path('first.json'))).rejects.toThrow('no longer allowed')
})

test('refuses to run without a KMS, over an existing file or with another version 1, and writes nothing', async () => {
  const KEYRING_FILE = plainKeys()
  const without = settings({ KEYRING_FILE, KMS_URL: '', KMS_KEY: '', KMS_TOKEN_FILE: '' })
  await expect(wrapKeyring(without, path('wrapped.json'))).rejects.toThrow('Set KMS_URL')
  await expect(wrapKeyring(settings({ KEYRING_FILE }), KEYRING_FILE)).rejects.toThrow(
    'there already',
  )
  const wrapped = path('first.json')
  await wrapKeyring(settings({ FILE_LINK_SECRET: FIRST }), wrapped)
  for (const file of [wrapped, keysFile({ server: { makes: 1, versions: { 1: FIRST } } })]) {
    const other = settings({ KEYRING_FILE: file, FILE_LINK_SECRET: SECOND })
    await expect(wrapKeyring(other, path('wrapped.json'))).rejects.toThrow('another version 1')
  }
  expect(existsSync(path('wrapped.json'))).toBe(false)
})

test('keys stay wrapped when a version is announced, made current or removed', async () => {
  const file = path('wrapped.json')
  await wrapKeyring(settings({ KEYRING_FILE: plainKeys() }), file)
  expect(await announceVersion(file, 'server', await opened(file))).toBe(3)
  expect((await opened(file)).keys.maker).toBe(2)
  expect(makeWith(file, 'server', await opened(file))).toBe(3)
  expect(withoutVersion(file, 'server', 2)).toBe(true)
  const { keys } = await opened(file)
  expect([keys.maker, keys.versions]).toEqual([3, [3]])
})
