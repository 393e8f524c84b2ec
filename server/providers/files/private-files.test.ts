import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { privateFolder } from './private-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-private-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o777

test('files of a process and its children are private to its account', () => {
  // Runs in a child process: the umask is process-wide, and tests share a process.
  const program = `
    import { keepFilesPrivate } from ${JSON.stringify(join(import.meta.dirname, 'private-files.ts'))}
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { spawnSync } from 'node:child_process'
    process.umask(0o022)
    keepFilesPrivate()
    mkdirSync('made')
    writeFileSync('made/evidence.pdf', 'x')
    spawnSync('touch', ['made/by-a-child'])`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '-e', program],
    { cwd: folder, encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, expect.any(String) as string])
  expect(modeOf('made')).toBe(0o700)
  expect(modeOf('made', 'evidence.pdf')).toBe(0o600)
  expect(modeOf('made', 'by-a-child')).toBe(0o600)
})

test('a folder that was open to others is made private, and a new one is created private', () => {
  mkdirSync(join(folder, 'files', 'deliverable-files'), { recursive: true })
  chmodSync(join(folder, 'files'), 0o755)
  privateFolder(join(folder, 'files'))
  expect(modeOf('files')).toBe(0o700)
  privateFolder(join(folder, 'new', 'files'))
  expect(modeOf('new', 'files')).toBe(0o700)
})
