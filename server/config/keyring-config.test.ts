import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { plainKeyring, readKeyringFile, serverKeys } from './keyring-config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const FIRST = 'the first secret of the test'
const SECOND = 'the second secret of the test'
let files = 0
function file(content: unknown, mode = 0o600): string {
  const path = join(folder, `keys-${(files += 1)}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  chmodSync(path, mode)
  return path
}
const keysOf = (content: unknown, fileLinkSecret?: string) =>
  serverKeys(plainKeyring(readKeyringFile(file(content))), fileLinkSecret)

describe('a key file', () => {
  test('adds versions to FILE_LINK_SECRET, which is version 1', () => {
    const { maker, versions } = keysOf({ server: { makes: 1, versions: { 2: SECOND } } }, FIRST)
    expect([maker, versions]).toEqual([1, [1, 2]])
  })

  test('needs no FILE_LINK_SECRET once it has a current version', () => {
    const { maker, versions } = keysOf({ server: { makes: 2, versions: { 2: SECOND } } })
    expect([maker, versions]).toEqual([2, [2]])
  })

  test('may be empty: FILE_LINK_SECRET is the only version', () => {
    expect(keysOf({}, FIRST).versions).toEqual([1])
  })

  test.each<[string, unknown, RegExp]>([
    [
      'makes with a version that is not listed',
      { makes: 3, versions: { 2: SECOND } },
      /not listed/,
    ],
    [
      'makes with the first, which is nowhere',
      { makes: 1, versions: { 2: SECOND } },
      /FILE_LINK_SECRET, and that is not set/,
    ],
    ['has a short secret', { makes: 2, versions: { 2: 'short' } }, /server\.versions\.2/],
    ['has a version 0', { makes: 2, versions: { 0: FIRST, 2: SECOND } }, /versions/],
    ['has something else', { makes: 2, versions: { 2: SECOND }, more: 1 }, /more/],
  ])('that %s is refused', (_, server, problem) => {
    expect(() => keysOf({ server })).toThrow(problem)
  })

  test('without a server key is refused in production, and falls back to the built-in key elsewhere', () => {
    const without = plainKeyring(readKeyringFile(file({ files: { makes: 0, versions: {} } })))
    expect(serverKeys(without, undefined).versions).toEqual([1])
    expect(() => serverKeys(without, undefined, { mayBeBuiltIn: false })).toThrow(
      'has no key "server", and FILE_LINK_SECRET is not set',
    )
  })

  test('that contradicts FILE_LINK_SECRET is refused', () => {
    const server = { makes: 1, versions: { 1: SECOND } }
    expect(() => keysOf({ server }, FIRST)).toThrow(/a version 1 that differs from/)
  })

  test('is refused if its mode is too open, and a parse error never quotes its content', () => {
    expect(() => readKeyringFile(file({}, 0o644))).toThrow(/mode 644.*chmod 600/)
    expect(() => readKeyringFile(file({}, 0o620))).toThrow(/mode 620/)
    expect(() => readKeyringFile(file(`${SECOND}{`))).toThrow(/^is not JSON$/)
    expect(() => readKeyringFile(join(folder, 'nowhere'))).toThrow(/ENOENT/)
    expect(readKeyringFile(file({}, 0o440))).toEqual({})
  })

  test('is named as KEYRING_FILE in the error that stops the start', () => {
    const KEYRING_FILE = file({}, 0o604)
    expect(() => readConfig({ DATABASE_URL: 'postgres://unused', KEYRING_FILE })).toThrow(
      /^Configuration is wrong:\n {2}KEYRING_FILE is open to other accounts .*\.$/,
    )
  })
})
