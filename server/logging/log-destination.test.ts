import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDisk } from '#tests/soak/disk.ts'
import { createLog } from './log.ts'
import { openLogDestination } from './log-destination.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const line = (n: number) => `${JSON.stringify({ n, filling: 'x'.repeat(1_000) })}\n`
const numbersIn = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => (JSON.parse(text) as { n: number }).n)

test('a destination that accepts no writes only drops lines, and counts them', () => {
  const destination = openLogDestination('/dev/full')
  const log = createLog('info', destination)
  for (let n = 0; n < 200; n += 1) log.info({ filling: 'x'.repeat(1_000), n }, `line ${n}`)
  // What fits into memory is buffered until there is room.
  expect(destination.dropped()).toBeGreaterThan(100)
  expect(destination.dropped()).toBeLessThan(200)
})

test('after a full disk the log resumes where it stopped, with whole lines', () => {
  const disk = openDisk(join(folder, 'disk'), 2 * 1024 * 1024)
  try {
    const file = join(disk.path, 'server.log')
    const destination = openLogDestination(file)
    destination.write(line(0))
    const isFull = disk.fill(0)
    for (let n = 1; n <= 300; n += 1) destination.write(line(n))
    disk.free()
    for (let n = 301; n <= 310; n += 1) destination.write(line(n))
    const numbers = numbersIn(file)
    expect(numbers.slice(-10)).toEqual([301, 302, 303, 304, 305, 306, 307, 308, 309, 310])
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers.length + destination.dropped()).toBe(311)
    expect(destination.dropped() > 0).toBe(isFull)
  } finally {
    disk.remove()
  }
})

test('a growing file is rotated, and the oldest deleted: the total is bounded', () => {
  const file = join(folder, 'server.log')
  const bounds = { bytes: 10_000, files: 3 }
  for (const [from, to] of [
    [0, 60],
    [60, 105],
  ] as const) {
    // A restart continues the file it finds.
    const destination = openLogDestination(file, bounds)
    for (let n = from; n < to; n += 1) destination.write(line(n))
    expect(destination.dropped()).toBe(0)
  }
  expect(readdirSync(folder).toSorted()).toEqual(['server.log', 'server.log.1', 'server.log.2'])
  for (const name of readdirSync(folder))
    expect(statSync(join(folder, name)).size).toBeLessThan(bounds.bytes + line(0).length + 10)
  const kept = ['server.log.2', 'server.log.1', 'server.log'].flatMap((name) =>
    numbersIn(join(folder, name)),
  )
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => 105 - kept.length + at))
})

test('a log file that cannot be opened does not make writing throw', () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const destination = openLogDestination(join(file, 'server.log'))
  expect(() => destination.write('')).not.toThrow()
})
