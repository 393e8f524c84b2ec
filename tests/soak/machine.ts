import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/ports.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { type StripeSandbox, startStripeSandbox } from '#sandbox/stripe/server.ts'
import { type ProductProcess, startProduct } from '#tests/support/processes.ts'
import { type Disk, openDisk } from './disk.ts'
import { type MailPost, openMailPost } from './mail-post.ts'
import { type PostgresProcess, startPostgresProcess } from './postgres-process.ts'

/** Everything the product depends on; each part of it can be broken. */
export interface Machine {
  url: string
  /** The environment of the server process. */
  env: Record<string, string>
  disk: Disk
  postgres: PostgresProcess
  provider: StripeSandbox
  mail: MailPost
  server: ProductProcess
  /** For reading the truth; it loses its connections like every other pool. */
  pool: Pool
  /** Restarts the server with its clock off by this many seconds. */
  restart(clockOffset: number): Promise<void>
  /** The server's log, on the disk that fills up. */
  logFile: string
  logs(): string
  close(): Promise<void>
}

/** The reserve that uploads leave free, an eighth of the product's own reserve. */
export const RESERVE_MB = 16

/** What the provider's sandbox and the product share. */
export const SECRETS = { secretKey: 'sk_test_soak', webhookSecret: 'whsec_soak' }

/** Starts everything on ports and folders of its own (`dist/` must be built). */
export async function startMachine(diskBytes: number): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-soak-'))
  const logFile = join(folder, 'processes.log')
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of closing.toReversed()) await step()
  }
  try {
    const disk = openDisk(join(folder, 'disk'), diskBytes)
    closing.push(() => disk.remove())
    const postgres = await startPostgresProcess(join(disk.path, 'postgres'))
    closing.push(() => postgres.stop())
    const mail = await openMailPost(folder, await freePort())
    closing.push(() => mail.close())
    const provider = await startStripeSandbox({ port: 0, ...SECRETS })
    closing.push(() => provider.close())
    mkdirSync(join(disk.path, 'data'))
    const ownLog = join(disk.path, 'data', 'server.log')
    const keyringFile = join(folder, 'keys.json')
    writeFileSync(keyringFile, '{}', { mode: 0o600 })
    const env = {
      NODE_ENV: 'test',
      DATA_DIR: join(disk.path, 'data'),
      DEMO_DATA: '0',
      FILE_LINK_SECRET: 'kept-for-one-run-only',
      KEYRING_FILE: keyringFile,
      STRIPE_API_BASE: provider.url,
      STRIPE_SECRET_KEY: SECRETS.secretKey,
      STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      STORAGE_RESERVE_MB: String(RESERVE_MB),
      // Everyone here connects from one address.
      AUTH_TEST_LIMITS: '1',
      LOG_LEVEL: 'info',
      LOG_FILE: ownLog,
      CLOCK_OFFSET_SECONDS: '0',
    }
    const server = await startProduct(env, postgres.url, { name: 'server', logFile })
    closing.push(() => server.stop())
    provider.setWebhookUrl(`${server.url}/webhooks/stripe`)
    const pool = createPool(postgres.url, 3)
    closing.push(() => pool.end())
    return {
      url: server.url,
      env,
      disk,
      postgres,
      provider,
      mail,
      server,
      pool,
      restart(clockOffset) {
        env.CLOCK_OFFSET_SECONDS = String(clockOffset)
        return server.start()
      },
      logFile: ownLog,
      logs: () => [ownLog, logFile].map((file) => readFileSync(file, 'utf8')).join(''),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
