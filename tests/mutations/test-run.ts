import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestPostgres } from '#tests/support/postgres-global.ts'
import type { Report } from './verdict.ts'

/** Which tests to run. */
export interface Selection {
  /** Test files, from the root of the repository. */
  tests: readonly string[]
  /** Parts of names: runs the tests that contain one of them; all when empty. */
  names: readonly string[]
}

interface Limits {
  /** The template that the tests clone their databases from; null: they start and migrate a server of their own. */
  postgres: TestPostgres | null
  /** After this many ms the run is ended without a report. */
  timeoutMs: number
  /** Whether the first failure ends the run. */
  bail: boolean
}

/** Time for vitest to stop its PostgreSQL before it is killed. */
const GRACE_MS = 10_000

/** Runs tests in the given folder and returns the report, or null when they did not finish in time. */
export async function runTests(
  folder: string,
  { tests, names }: Selection,
  { postgres, timeoutMs, bail }: Limits,
): Promise<Report | null> {
  const reportFile = join(folder, 'mutation-report.json')
  rmSync(reportFile, { force: true })
  const args = ['run', '--project=unit', '--reporter=json', `--outputFile=${reportFile}`, ...tests]
  if (names.length > 0) args.push('-t', names.map(literally).join('|'))
  if (bail) args.push('--bail=1')
  // A process group of its own, so that its workers and its PostgreSQL end with it.
  const child = spawn(join(folder, 'node_modules/.bin/vitest'), args, {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...(postgres === null ? {} : templateEnv(postgres)) },
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

/** What tests/support/postgres-global.ts reads. */
function templateEnv({ templateUrl, servingRole }: TestPostgres): Record<string, string> {
  return { TEMPLATE_DATABASE_URL: templateUrl, TEMPLATE_SERVING_ROLE: servingRole }
}

/** Returns the pattern that matches exactly this text: vitest reads names as regular expressions. */
function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}
