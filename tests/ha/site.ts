import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#scripts/ports.ts'
import { isAlive, until } from '#scripts/processes.ts'
import { type StripeSandbox, startStripeSandbox } from '#sandbox/stripe/server.ts'
import { type Balancer, balances, startBalancer } from '#tests/machines/balancer.ts'
import { type MailPost, openMailPost } from '#tests/soak/mail-post.ts'
import { SECRETS } from '#tests/soak/machine.ts'
import { type ProductProcess, startProduct } from '#tests/support/processes.ts'

/** Two processes of the product behind a load balancer, with its providers. */
export interface Site {
  url: string
  env: Record<string, string>
  processes: readonly ProductProcess[]
  provider: StripeSandbox
  mail: MailPost
  /** The number of processes that ended on their own; a supervisor restarts them. */
  exits(): number
  logs(): string
  stop(): Promise<void>
}

const PROCESSES = 2
/** How often the supervisor checks, in ms. */
const LOOK_EVERY_MS = 300

/** Starts the site on a database that is empty or has the schema (`dist/` must be built). */
export async function startSite(folder: string, databaseUrl: string): Promise<Site> {
  const logFile = join(folder, 'processes.log')
  const closing: (() => unknown)[] = []
  const stop = async () => {
    for (const step of closing.toReversed()) await step()
  }
  try {
    const mail = await openMailPost(folder, await freePort())
    closing.push(() => mail.close())
    const provider = await startStripeSandbox({ port: 0, ...SECRETS })
    closing.push(() => provider.close())
    const port = await freePort()
    mkdirSync(join(folder, 'shared'))
    const env = {
      NODE_ENV: 'test',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'shared'),
      DEMO_DATA: '0',
      STRIPE_API_BASE: provider.url,
      STRIPE_SECRET_KEY: SECRETS.secretKey,
      STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      TRUSTED_PROXIES: '1',
      AUTH_TEST_LIMITS: '1',
      LOG_LEVEL: 'warn',
    }
    const processes = await Promise.all(
      Array.from({ length: PROCESSES }, (_, at) =>
        startProduct(env, databaseUrl, { name: `process ${at + 1}`, logFile }),
      ),
    )
    for (const one of processes) closing.push(() => one.stop())
    const supervisor = supervise(processes)
    closing.push(() => supervisor.stop())
    const balancer: Balancer = await startBalancer(
      folder,
      port,
      processes.map(({ url }) => url),
    )
    closing.push(() => balancer.close())
    if (!(await balances(balancer))) throw new Error('Nobody answers behind the load balancer.')
    provider.setWebhookUrl(`${balancer.url}/webhooks/stripe`)
    return {
      url: balancer.url,
      env,
      processes,
      provider,
      mail,
      exits: () => supervisor.exits,
      logs: () => readFileSync(logFile, 'utf8'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Does what systemd's `Restart=always` does, and counts. */
function supervise(processes: readonly ProductProcess[]) {
  const starting = new Set<ProductProcess>()
  const supervisor = {
    exits: 0,
    stop: () => clearInterval(timer),
  }
  const timer = setInterval(() => {
    for (const one of processes) {
      if (starting.has(one) || isAlive(one.pid())) continue
      supervisor.exits += 1
      starting.add(one)
      const start = () =>
        one.start().then(
          () => true,
          () => false,
        )
      void until(start, 120_000, 1_000).then(() => starting.delete(one))
    }
  }, LOOK_EVERY_MS)
  return supervisor
}
