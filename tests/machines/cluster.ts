import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/ports.ts'
import { type ProductProcess, startProduct } from '#tests/support/processes.ts'
import { startS3 } from '#tests/support/s3.ts'
import { type MailPost, openMailPost } from '#tests/soak/mail-post.ts'
import { startPostgresProcess } from '#tests/soak/postgres-process.ts'
import { type Balancer, balances, startBalancer } from './balancer.ts'

/**
 * The product on several machines: two processes, PostgreSQL, an S3 store and a load balancer, each a process of its
 * own.
 */
export interface Cluster {
  balancer: Balancer
  processes: ProductProcess[]
  databaseUrl: string
  mail: MailPost
  logs(): string
  close(): Promise<void>
}

/** The number of processes that share the work. */
const PROCESSES = 2
/** The number of seconds a stopping process keeps serving, so that the balancer notices. */
export const NOTICE_S = 1.5

/**
 * Starts all of it (`dist/` must be built). Both processes start at the same moment on a database without a schema: one
 * migrates it, the other waits.
 */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-machines-'))
  const logFile = join(folder, 'processes.log')
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of closing.toReversed()) await step()
  }
  try {
    const postgres = await startPostgresProcess(join(folder, 'postgres'))
    closing.push(() => postgres.stop())
    const mail = await openMailPost(folder, await freePort())
    closing.push(() => mail.close())
    const s3 = await startS3()
    closing.push(() => s3.close())
    const port = await freePort()
    const env = {
      NODE_ENV: 'test',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      STORAGE_S3_BUCKET: s3.config.bucket,
      STORAGE_S3_ENDPOINT: s3.config.endpoint ?? '',
      STORAGE_S3_ACCESS_KEY: s3.config.keys?.accessKeyId ?? '',
      STORAGE_S3_SECRET_KEY: s3.config.keys?.secretAccessKey ?? '',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      DEMO_DATA: '0',
      TRUSTED_PROXIES: '1',
      DRAIN_NOTICE_SECONDS: String(NOTICE_S),
      FILE_LINK_SECRET: 'kept-for-one-run-only',
      AUTH_TEST_LIMITS: '1',
      LOG_LEVEL: 'warn',
    }
    const processes = await Promise.all(
      Array.from({ length: PROCESSES }, (_, at) =>
        // Machines share nothing but the database and the bucket.
        startProduct({ ...env, DATA_DIR: join(folder, `machine${at + 1}`) }, postgres.url, {
          name: `process ${at + 1}`,
          logFile,
        }),
      ),
    )
    for (const one of processes) closing.push(() => one.stop())
    const balancer = await startBalancer(
      folder,
      port,
      processes.map(({ url }) => url),
    )
    closing.push(() => balancer.close())
    if (!(await balances(balancer))) throw new Error('Nobody answers behind the load balancer.')
    return {
      balancer,
      processes,
      databaseUrl: postgres.url,
      mail,
      logs: () => readFileSync(logFile, 'utf8'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
