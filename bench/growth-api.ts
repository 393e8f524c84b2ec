import type { FastifyInstance } from 'fastify'
import { routeParts, type RouteKey, routePath } from '#contract/api.ts'
import { registerApi } from '#server/api.ts'
import { createAuthenticator } from '#server/auth/sessions/viewer.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createLog } from '#server/logging/log.ts'
import { createRoutes } from '#server/http/routes.ts'
import { operatorStanding } from '#server/operator/operator-access.ts'
import { operatorMay } from '#server/operator/roles/role-service.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { type OpenMarket, operatorEmail } from './growth-market.ts'
import type { Page } from './growth-pages.ts'
import { blocksOf, planIn, scannedTables, type LoggedPlan } from './growth-plans.ts'

/** The domain API on one market: the real sign-in, access rules and responses, without a socket in between. */
export interface MarketApi {
  market: OpenMarket
  /** Opens one page. Throws unless the response is a 200. */
  open(key: RouteKey, page: Page): Promise<Opened>
  close(): Promise<void>
}

/** The cost of opening a page. */
export interface Opened {
  ms: number
  /** Statements sent to PostgreSQL, not counting the one that identifies the reader. */
  statements: number
  /** From an API that reports plans: 8 kB blocks read, and the tables read from end to end. */
  blocks: number
  scanned: string[]
  /** In the longest list of the response. */
  rows: number
}

/** The number of rows in the longest list of a response that is a list, or contains some. */
function rowsIn(answer: unknown): number {
  const lists = Array.isArray(answer) ? [answer] : Object.values(answer ?? {}).filter(Array.isArray)
  return Math.max(0, ...lists.map(({ length }) => length))
}

/** Set on every connection that reports its plans, for statements inside functions too. */
const LOGS_PLANS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_format=json',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'client_min_messages=log',
  // They are for the benchmark, not for the server's log.
  'log_min_messages=fatal',
]

export async function openMarket(
  market: OpenMarket,
  env: Record<string, string>,
  { logsPlans }: { logsPlans: boolean },
): Promise<MarketApi> {
  const url = new URL(market.databaseUrl)
  if (logsPlans)
    url.searchParams.set(
      'options',
      ['timezone=UTC', ...LOGS_PLANS].map((one) => `-c ${one}`).join(' '),
    )
  const config = readConfig({ ...env, DATABASE_URL: url.href, OPERATOR_EMAILS: operatorEmail })
  // Two: pages that request their rows and their count do so in parallel.
  const pool = createPool(url.href, 2)
  const log = createLog('silent')
  const deps: Deps = {
    config,
    pool,
    log,
    clock: () => new Date(),
    payments: createStripeProvider(config.stripe),
  }
  // A pool of its own, so that the reader is looked up apart from what is measured.
  const authPool = createPool(market.databaseUrl, 1)
  const authenticator = createAuthenticator({ ...deps, pool: authPool })
  const app: FastifyInstance = createHttpApp(log, 0)
  registerApi(
    createRoutes(app, {
      authenticate: (token) => authenticator.viewerOf(token),
      clock: deps.clock,
      operatorStanding: (viewer) => operatorStanding(viewer, config.operatorEmails),
      operatorMay: operatorMay(authPool),
    }),
    deps,
  )
  await app.ready()

  let sent: string[] = []
  let logged: LoggedPlan[] = []
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const plan = planIn(message ?? '')
      if (plan !== null) logged.push(plan)
    })
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const [asked] = given as [string | { text: string }]
      sent.push(typeof asked === 'string' ? asked : asked.text)
      return send(...given)
    }) as typeof client.query
  })
  return {
    market,
    async open(key, { as, params, query }) {
      sent = []
      logged = []
      const begun = performance.now()
      const response = await app.inject({
        method: routeParts(key).method as 'GET',
        url: routePath(key, params),
        query: query ?? {},
        headers: { authorization: `Bearer ${market.tokens[as]}` },
      })
      const ms = performance.now() - begun
      if (response.statusCode !== 200)
        throw new Error(`${key} answered ${response.statusCode}: ${response.body}`)
      // What a function read is included in the plan of the statement that called it.
      const own = logged.filter(({ text }) => sent.includes(text))
      return {
        ms,
        statements: sent.length,
        blocks: own.reduce((sum, { plan }) => sum + blocksOf(plan), 0),
        scanned: logged.flatMap(({ plan }) => scannedTables(plan)),
        rows: rowsIn(response.json()),
      }
    },
    async close() {
      await app.close()
      await pool.end()
      await authPool.end()
    },
  }
}
