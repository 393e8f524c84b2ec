import { expect, test } from 'vitest'
import { fileChecks, licensedFile } from './file-check.ts'

/** Texts with their published SHA-256 (FIPS 180-2). */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const MILLION = 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'
const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const FILES = [
  { name: 'hook.txt', size: 3, sha256: ABC, ai_parts: null },
  { name: 'long.txt', size: 1_000_000, sha256: MILLION, ai_parts: null },
  { name: 'empty.txt', size: 0, sha256: NOTHING, ai_parts: null },
]
const found = async (text: string) => (await licensedFile(new Blob([text]), FILES))?.name ?? null

test('recognises a licensed file by its bytes', async () => {
  expect(await found('abc')).toBe('hook.txt')
  expect(await found('a'.repeat(1_000_000))).toBe('long.txt')
  expect(await found('')).toBe('empty.txt')
})

test('a file with one byte changed anywhere, added or removed is not recognised', async () => {
  for (const text of ['bbc', 'acc', 'abd', 'ab', 'abcd', ' ']) expect(await found(text)).toBeNull()
  for (const at of [0, 500_000, 999_999])
    expect(await found(`${'a'.repeat(at)}b${'a'.repeat(999_999 - at)}`), `byte ${at}`).toBeNull()
  expect(await found('a'.repeat(1_000_001))).toBeNull()
})

test('nothing is recognised when no files are licensed', async () => {
  expect(await licensedFile(new Blob(['abc']), [])).toBeNull()
})

test('a slower check of an earlier file does not replace the verdict on a later one', async () => {
  const verdicts: unknown[] = []
  let read: () => void = () => undefined
  const slow = new File(['abc'], 'hook.txt')
  slow.arrayBuffer = () =>
    new Promise((resolve) => (read = () => resolve(new TextEncoder().encode('abc').buffer)))
  const check = fileChecks((verdict) => verdicts.push(verdict))
  const known = { files: FILES, document: null }
  const first = check(slow, known)
  await check(new File(['abd'], 'other.txt'), known)
  read()
  await first
  expect(verdicts).toEqual(['checking', 'checking', { file: null }])
})

test('says which file it is, that it is the certificate, or that it cannot be read', async () => {
  const verdictOn = async (file: File) => {
    const verdicts: unknown[] = []
    const check = fileChecks((verdict) => verdicts.push(verdict))
    await check(file, { files: FILES.slice(0, 1), document: NOTHING })
    return verdicts.at(-1)
  }
  expect(await verdictOn(new File(['abc'], 'a.txt'))).toEqual({ file: FILES[0] })
  expect(await verdictOn(new File([''], 'a.pdf', { type: 'application/pdf' }))).toBe('document')
  const gone = new File(['abc'], 'a.txt')
  gone.arrayBuffer = () => Promise.reject(new Error('gone'))
  expect(await verdictOn(gone)).toBe('unreadable')
})
