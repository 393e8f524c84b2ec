import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '#scripts/build.mjs'
import { startChild, type Child } from '#scripts/child.ts'
import { freePort } from '#scripts/ports.ts'
import { SANDBOX_PORT_OFFSETS } from '#server/config/config.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** The product as a person meets it: the built server, the built web app, and the sandboxes. */
export interface Stack {
  /** The product's address. */
  url: string
  inboxUrl: string
  stripeUrl: string
  googleUrl: string
  /** The sandbox's push service. */
  pushUrl: string
  databaseUrl: string
  dataDir: string
  /** What the server and the sandboxes have written so far. */
  logs(): string
  /** Ends the server as a crash would: nothing is drained, nothing is saved. */
  kill9Server(): Promise<void>
  /** Starts it again on the same port, after `kill9Server` or after an orderly stop; `env` adds to its environment. */
  restartServer(env?: Record<string, string>): Promise<void>
  /** Stops everything and removes database and files. */
  stop(): Promise<void>
  /** Starts another server process on the same database; returns its address. It is stopped with the stack. */
  startSecondServer(env?: Record<string, string>): Promise<string>
}

/** Ends the wait for a process that hangs while it starts, in ms; one that ends is noticed at once. */
export const STARTED_WITHIN_MS = 300_000

const ROOT = process.cwd()
const PROGRAMS = { server: 'dist/server/main.js', sandbox: 'dist/server/sandbox.js' }

/**
 * Builds what changed, then starts everything on free ports with a database and a data folder of its own. `env` adds to
 * the environment of the processes or replaces parts of it, and may depend on the port; a test that opens no page skips
 * the web build with `withoutWeb`; `database` gives it another database, and `dataDir` a data folder that its owner
 * removes.
 */
export async function startStack(
  env: Record<string, string> | ((port: number) => Record<string, string>) = {},
  options: {
    withoutWeb?: boolean
    database?: () => Promise<FreshDatabase>
    dataDir?: string
  } = {},
): Promise<Stack> {
  await ensureBuilt(ROOT, options.withoutWeb ? ['server'] : ['server', 'web'])
  const database = await (options.database ?? freshDatabase)()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'cartwright-stack-'))
  const logFile = join(dataDir, 'processes.log')
  const port = await freePort()
  const sandboxPort = await freePort(Object.keys(SANDBOX_PORT_OFFSETS).length)
  const sandboxUrl = (name: keyof typeof SANDBOX_PORT_OFFSETS) =>
    `http://127.0.0.1:${sandboxPort + SANDBOX_PORT_OFFSETS[name]}`
  const url = `http://localhost:${port}`
  const environment = {
    ...withoutOurs(process.env),
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_URL: database.servingUrl,
    MIGRATE_AT_START: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    AUTH_TEST_LIMITS: '1',
    ...(typeof env === 'function' ? env(port) : env),
  }
  const run = (name: keyof typeof PROGRAMS, own: Record<string, string> = {}): Child =>
    startChild({
      name,
      args: ['--enable-source-maps', join(ROOT, PROGRAMS[name])],
      env: { ...environment, ...own },
      logFile,
    })
  const logs = () => readFileSync(logFile, 'utf8')

  const sandbox = run('sandbox')
  let server = run('server')
  const serverIsUp = async () => {
    if (!(await server.answers(`${url}/health`, STARTED_WITHIN_MS))) throw new Error(logs())
  }
  const others: Child[] = []
  const stop = async () => {
    for (const other of others) await other.stop()
    await server.stop()
    await sandbox.stop()
    await database.drop()
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    if (!(await sandbox.saysReady(STARTED_WITHIN_MS))) throw new Error(logs())
    await serverIsUp()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    inboxUrl: sandboxUrl('mail'),
    stripeUrl: sandboxUrl('stripe'),
    googleUrl: sandboxUrl('google'),
    pushUrl: sandboxUrl('push'),
    databaseUrl: database.url,
    dataDir,
    logs,
    async kill9Server() {
      server.process.kill('SIGKILL')
      await server.ended
    },
    async restartServer(itsOwn = {}) {
      await server.stop()
      server = run('server', itsOwn)
      await serverIsUp()
    },
    async startSecondServer(itsOwn = {}) {
      const own = await freePort()
      const second = run('server', { PORT: String(own), ...itsOwn })
      others.push(second)
      if (!(await second.answers(`http://localhost:${own}/health`, STARTED_WITHIN_MS)))
        throw new Error(logs())
      return `http://localhost:${own}`
    },
    stop,
  }
}

/** A developer's settings for their own copy must not reach the tests' copy. */
function withoutOurs(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const ours =
    /^(HOST|PUBLIC_URL|PRIVATE_FILES_URL|DEMO_DATA|STRIPE_|GOOGLE_|SMTP_|MAIL_|BRAND_|SANDBOX|STORAGE_|FFMPEG_|VAPID_|NODE_OPTIONS)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)))
}
