import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { readConfig } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createLog } from '#server/logging/log.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import { stripeProviderOn } from '#server/providers/stripe/stripe-provider.ts'
import { createSilentSandbox, type SilentSandbox } from '#sandbox/stripe/server.ts'
import { cloneDatabase, type FreshDatabase } from '#tests/support/database.ts'
import { breakStatements, type Broken } from './broken.ts'
import { OPERATORS, SECOND_PERSON_FROM_CENTS } from './desk-steps.ts'
import { emptier } from './empty.ts'
import { openProduct, type Product } from './product.ts'
import { ProviderLine } from './provider-line.ts'

const SECRETS = { secretKey: 'sk_test_simulated', webhookSecret: 'whsec_simulated' }
/** No listener; every call goes through the simulated connection. */
const NOWHERE = 'http://127.0.0.1:9'
/**
 * Getting a connection may take long: with a limit of five seconds, a reconciliation on a busy machine could not
 * compare a payment.
 */
const CONNECT_MS = 60_000

/** The people who may decide about money, where a run has them. */
export const OPERATOR_EMAILS = Array.from(
  { length: OPERATORS },
  (_, at) => `operator.${at}@cartwright.example`,
)

/** The product on a real database, with its provider behind a simulated connection. */
export interface World {
  readonly pool: Pool
  readonly app: FastifyInstance
  readonly deps: Deps
  readonly sandbox: SilentSandbox
  readonly line: ProviderLine
  readonly webhookSecret: string
  readonly tasks: Record<string, (payload: never) => Promise<void>>
  call: Product['call']
  /** Empties the database and the sandbox. No work may be in progress, except in a spoilt world. */
  empty(): Promise<void>
  /** Work may still be in progress, so the next run gets another database. */
  spoil(): void
  close(): Promise<void>
}

/** Opens a world on clones of `templateUrl`; `broken` removes a guard from the product. */
export async function openWorld(templateUrl: string, broken?: Broken): Promise<World> {
  const sandbox = await createSilentSandbox(SECRETS)
  const line = new ProviderLine(sandbox)
  const settings = { ...SECRETS, apiBase: NOWHERE }
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: templateUrl,
      LOG_LEVEL: 'silent',
      OPERATOR_EMAILS: OPERATOR_EMAILS.join(','),
      OPERATOR_SECOND_PERSON_FROM_CENTS: String(SECOND_PERSON_FROM_CENTS),
    }),
    stripe: settings,
  }
  // No retries within a call: the jobs' retries look the same to the provider, and cost no waiting.
  const stripe = new Stripe(SECRETS.secretKey, {
    httpClient: line,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  // The SDK retries a closed connection anyway, after half a second: here it does so at once.
  Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0 })
  const honest = stripeProviderOn(stripe, settings)
  let database: FreshDatabase | null = null
  let pool: Pool = createPool(templateUrl, 1)
  // Some routes keep the pool they were registered with: it stands for whichever database is current.
  const standing = new Proxy({} as Pool, {
    get(_, name) {
      const value: unknown = Reflect.get(pool, name)
      return typeof value === 'function' ? (value.bind(pool) as unknown) : value
    },
  })
  const deps: Deps = {
    config,
    pool: standing,
    log: createLog('silent'),
    clock: () => new Date(),
    payments: broken?.provider?.(honest) ?? honest,
  }
  const { app, call } = await openProduct(deps)

  let emptyDatabase: () => Promise<void>
  let spoilt = false
  async function leave(): Promise<void> {
    await pool.end()
    await database?.drop()
  }
  async function renew(): Promise<void> {
    await leave()
    database = await cloneDatabase(templateUrl)
    pool = createPool(database.url, 6)
    pool.options.connectionTimeoutMillis = CONNECT_MS
    breakStatements(pool, broken?.statements)
    for (const statement of broken?.schema ?? []) await pool.query(statement)
    emptyDatabase = await emptier(pool)
    spoilt = false
  }
  await renew()
  return {
    pool: standing,
    app,
    deps,
    sandbox,
    line,
    webhookSecret: SECRETS.webhookSecret,
    tasks: paymentTasks(deps),
    call,
    async empty() {
      await (spoilt ? renew() : emptyDatabase())
      sandbox.reset()
      line.keys.clear()
      line.cut()
    },
    spoil() {
      spoilt = true
    },
    async close() {
      await app.close()
      await leave()
      await sandbox.close()
    },
  }
}
