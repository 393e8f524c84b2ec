import { spawn } from 'node:child_process'
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
 * Runs the demo program once, on a database without sign-ups; an interrupted run is repeated. Returns how to sign in as
 * the demo people, or '' when there are none.
 */
export async function seedDemoOnce(
  { config, env }: LaunchSettings,
  databaseUrl: string,
  program: string[],
): Promise<string> {
  if (!config.demoData || config.environment === 'production') return ''
  const file = join(config.dataDir, 'demo.json')
  const before = readState(file)
  if (before?.finished) return before.signIns
  if (!before && (await hasUsers(databaseUrl))) return ''
  console.log('Filling in demo data…')
  write(file, { finished: false, signIns: '' })
  const demo = spawn(process.execPath, program, {
    env: { ...process.env, ...env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [signIns] = await Promise.all([text(demo.stdout), once(demo, 'exit')])
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
