import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from './verdict.ts'

/** Which tests to run, as of a Mutation. */
export interface Selection {
  tests: readonly string[]
  named?: string | undefined
}

interface Limits {
  /** After this many ms the run is ended and has no report. */
  timeoutMs: number
  /** Whether the first failure ends the run. */
  bail: boolean
}

/** Time for vitest to stop its PostgreSQL before it is killed. */
const GRACE_MS = 10_000

/** Runs tests in the given folder and returns the report, or null when they did not finish in time. */
export async function runTests(
  folder: string,
  { tests, named }: Selection,
  { timeoutMs, bail }: Limits,
): Promise<Report | null> {
  const reportFile = join(folder, 'mutation-report.json')
  rmSync(reportFile, { force: true })
  const args = ['run', '--project=unit', '--reporter=json', `--outputFile=${reportFile}`, ...tests]
  if (named !== undefined) args.push('-t', literally(named))
  if (bail) args.push('--bail=1')
  // A process group of its own, so that its workers and its PostgreSQL end with it.
  const child = spawn(join(folder, 'node_modules/.bin/vitest'), args, {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const endGroup = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  }
  const onInterrupt = () => endGroup('SIGTERM')
  process.once('SIGINT', onInterrupt)
  let hasTimedOut = false
  const timer = setTimeout(() => {
    hasTimedOut = true
    endGroup('SIGTERM')
    setTimeout(() => child.exitCode ?? endGroup('SIGKILL'), GRACE_MS).unref()
  }, timeoutMs)
  await ended
  clearTimeout(timer)
  process.off('SIGINT', onInterrupt)
  if (hasTimedOut) return null
  if (!existsSync(reportFile)) throw new Error('vitest ended without a report')
  return JSON.parse(readFileSync(reportFile, 'utf8')) as Report
}

/** The pattern that matches exactly this text: vitest reads names as regular expressions. */
function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}
