import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEPT_FOR } from '#contract/retention.ts'
import { createLog } from './log.ts'
import { openLogDestination } from './log-destination.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-log-'))
  file = join(folder, 'server.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const DAY_MS = 86_400_000
const NOW = new Date('2026-06-30T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const line = (at: Date) => `${JSON.stringify({ level: 30, time: at.getTime(), msg: 'x' })}\n`
function written(name: string, first: Date, last: Date): void {
  const path = join(folder, name)
  writeFileSync(path, line(first) + line(last))
  utimesSync(path, last, last)
}

test('a log line is deleted within the published retention period, however little is written', async () => {
  const destination = openLogDestination(file)
  const oldest = () =>
    Math.min(
      ...readdirSync(folder).flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .filter((text) => text !== '')
          .map((text) => (JSON.parse(text) as { time: number }).time),
      ),
    )
  // A line every six hours for four months, with an hourly check.
  for (let hour = 0; hour < 24 * 120; hour += 1) {
    const now = new Date(ago(120).getTime() + hour * 3_600_000)
    // The previous file is closed between two checks.
    if (hour % 24 === 0) await breath()
    if (hour % 6 === 0) destination.write(line(now))
    for (const name of readdirSync(folder))
      if (name === 'server.log') utimesSync(join(folder, name), now, now)
    destination.forgetOld(now)
    expect(now.getTime() - oldest()).toBeLessThanOrEqual(
      Number.parseInt(KEPT_FOR.server_logs.period, 10) * DAY_MS,
    )
  }
  // Three weeks of logs are available to search.
  expect(NOW.getTime() - oldest()).toBeGreaterThan(19 * DAY_MS)
})

test('a rotated file is deleted when its last line is old enough; newer and unrelated files stay', () => {
  written('server.log.2', ago(40), ago(30))
  written('server.log.1', ago(20), ago(15))
  written('server.log', ago(4), ago(0))
  writeFileSync(join(folder, 'another.log.1'), 'x')
  utimesSync(join(folder, 'another.log.1'), ago(400), ago(400))
  openLogDestination(file).forgetOld(NOW)
  expect(readdirSync(folder).toSorted()).toEqual(['another.log.1', 'server.log', 'server.log.1'])
})

test('after long downtime, startup removes the expired log file and logging continues in a new one', () => {
  written('server.log', ago(90), ago(80))
  const destination = openLogDestination(file)
  destination.forgetOld(NOW)
  createLog('info', destination).info('it goes on')
  expect(readdirSync(folder)).toEqual(['server.log'])
  expect(readFileSync(file, 'utf8')).toMatch(/^\{[^\n]*it goes on"\}\n$/)
})

test('the age of a log file is read from its first log line, and a file without one is left alone', () => {
  const destination = openLogDestination(file)
  createLog('info', destination).info('one')
  destination.forgetOld(new Date(Date.now() + 6 * DAY_MS))
  expect(readdirSync(folder).toSorted()).toEqual(['server.log', 'server.log.1'])
  writeFileSync(file, 'no line of ours\n')
  destination.forgetOld(new Date(Date.now() + 6 * DAY_MS))
  expect(readFileSync(file, 'utf8')).toBe('no line of ours\n')
})
