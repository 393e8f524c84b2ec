import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { Refusal, type LaunchSettings } from './launch-settings.ts'

interface DemoState {
  finished: boolean
  /** The demo program's output: how to sign in, one person per line. */
  signIns: string
}

/**
 * Runs the demo program once, on a database without sign-ups and before anything else runs on it; an interrupted run is
 * repeated. `started` receives its process. Returns how to sign in as the demo people, or '' when there are none: also
 * where payments go to a provider other than our sandbox, which knows nothing of the demo's.
 */
export async function seedDemoOnce(
  { config, env, sandboxes }: LaunchSettings,
  databaseUrl: string,
  program: string[],
  started: (demo: ChildProcess) => void,
): Promise<string> {
  if (!config.demoData || config.environment === 'production') return ''
  const file = join(config.dataDir, 'demo.json')
  const before = readState(file)
  if (before?.finished) return before.signIns
  if (!before && (await hasUsers(databaseUrl))) return ''
  if (!sandboxes.includes('stripe')) {
    console.log('No demo data: it needs the payment sandbox, and STRIPE_API_BASE names another.')
    return ''
  }
  console.log('Filling in demo data…')
  write(file, { finished: false, signIns: '' })
  const demo = spawn(process.execPath, program, {
    env: { ...process.env, ...env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  started(demo)
  const [signIns] = await Promise.all([
    demo.stdout === null ? '' : text(demo.stdout),
    once(demo, 'exit'),
  ])
  if (demo.exitCode !== 0)
    throw new Refusal(
      'The demo data could not be filled in (see above); DEMO_DATA=0 starts without.',
    )
  write(file, { finished: true, signIns: signIns.trimEnd() })
  return signIns.trimEnd()
}

async function hasUsers(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ migrated: boolean }>(
      "select to_regclass('auth.users') is not null as migrated",
    )
    if (!tables[0]?.migrated) return false
    const { rows } = await client.query<{ found: boolean }>(
      'select exists (select from auth.users) as found',
    )
    return rows[0]?.found ?? false
  } finally {
    await client.end()
  }
}

function readState(file: string): DemoState | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DemoState
  } catch {
    return null
  }
}

function write(file: string, state: DemoState): void {
  writeFileSync(file, `${JSON.stringify(state, null, 2)}\n`)
}
