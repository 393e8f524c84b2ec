import { join } from 'node:path'
import { type Child, startChild } from '#scripts/child.ts'
import { freePort } from '#scripts/ports.ts'
import { createAuthContext } from '#server/auth/service/auth-context.ts'
import { openSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createLog } from '#server/logging/log.ts'
import { STARTED_WITHIN_MS } from './servers.ts'

/** One server process of the built product. */
export interface ProductProcess {
  url: string
  pid: () => number
  /** Ends it as a power cut would. */
  kill9(): Promise<void>
  /** Starts it again on its port. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * The product's environment, without database and port: production, with every provider at a host that does not exist,
 * so that nothing could leave this machine. Everything that signs (`FILE_LINK_SECRET`) is the same for all processes.
 */
export function productEnv(folder: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DEMO_DATA: '0',
    STRIPE_API_BASE: 'https://stripe.invalid',
    STRIPE_SECRET_KEY: 'sk_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    GOOGLE_ISSUER: 'https://google.invalid',
    GOOGLE_CLIENT_ID: 'nobody',
    GOOGLE_CLIENT_SECRET: 'none',
    SMTP_URL: 'smtp://mail.invalid:25',
    MAIL_FROM: 'Nobody <nobody@mail.invalid>',
    SUPPORT_EMAIL: 'nobody@mail.invalid',
    FILE_LINK_SECRET: 'kept-for-one-run-only',
    // Everyone here signs in from the same address.
    AUTH_TEST_LIMITS: '1',
    LOG_LEVEL: 'warn',
  }
}

/** For a process that other processes of this machine reach directly (decision 0090). */
export const peerEnv = async (): Promise<Record<string, string>> => ({
  PEER_ADDRESS: `127.0.0.1:${await freePort()}`,
})

/**
 * Starts one server process (`dist/` must be built, or another program that responds to /health named). Throws when it
 * does not start.
 */
export async function startProduct(
  env: Record<string, string>,
  databaseUrl: string,
  { name, logFile }: { name: string; logFile: string },
  program = 'dist/server/main.js',
): Promise<ProductProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: Child

  async function start(): Promise<void> {
    child = startChild({
      name,
      args: ['--enable-source-maps', program],
      env: { PATH: process.env['PATH'], ...env, PORT: String(port), DATABASE_URL: databaseUrl },
      logFile,
    })
    if (!(await child.answers(`${url}/health`, STARTED_WITHIN_MS)))
      throw new Error(`${name} did not come up.`)
  }

  await start()
  return {
    url,
    pid: () => child.process.pid ?? 0,
    start,
    async kill9() {
      child.process.kill('SIGKILL')
      await child.ended
    },
    stop: () => child.stop(),
  }
}

/**
 * Opens a session for each of these people at a given moment, by default now, as a sign-in does except for comparing a
 * password. Returns their tokens.
 */
export async function signInAll(
  env: Record<string, string>,
  databaseUrl: string,
  people: readonly string[],
  at?: Date,
): Promise<Map<string, string>> {
  const config = readConfig({ ...env, DATABASE_URL: databaseUrl })
  const pool = createPool(databaseUrl, 4)
  const clock = () => at ?? new Date()
  const auth = createAuthContext({ config, pool, log: createLog('silent'), clock })
  const tokens = new Map<string, string>()
  const waiting = [...people]
  const worker = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const user = id
      const open = await inTransaction(pool, async (tx) => {
        const row = await lockUser(tx, user)
        if (row === null) throw new Error(`nobody has the id ${user}`)
        const client = { ip: '127.0.0.1', userAgent: 'drill' }
        return openSession(auth, tx, row, { method: 'password', client }, clock())
      })
      tokens.set(user, (await sessionAnswer(auth, open, clock())).access_token)
    }
  }
  try {
    await Promise.all([worker(), worker(), worker(), worker()])
    return tokens
  } finally {
    await pool.end()
  }
}
