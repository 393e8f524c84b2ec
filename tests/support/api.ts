import type { FastifyInstance } from 'fastify'
import type { RouteKey } from '#contract/api.ts'
import { routeParts, routePath } from '#contract/api.ts'
import { type Answer, type Input, schemas } from '#contract/schemas.ts'
import { registerApi } from '#server/api.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createHttpApp } from '#server/http/app.ts'
import { drainable } from '#server/http/drain.ts'
import { separateFiles } from '#server/http/files-origin.ts'
import { createLog, type Log } from '#server/logging/log.ts'
import { operatorStanding } from '#server/operator/operator-access.ts'
import { personInView } from '#server/operator/views/view-as.ts'
import { operatorMay } from '#server/operator/roles/role-service.ts'
import { type Authenticate, createRoutes, type Routes } from '#server/http/routes.ts'
import { answerSerializer } from '#server/http/serializer.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { refuseLimited } from '#server/reports/account-limit.ts'
import { createRecentWriters, type RecentWriters } from '#server/replica/recent-writers.ts'
import type { Replica } from '#server/replica/replica.ts'
import type { SharedPages } from '#server/shared-pages/shared-pages.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'
import { OPERATOR_EMAIL } from './builders.ts'
import { TEST_PUSH_KEY } from './push-key.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** The response of a call: its status and its parsed body, whatever it is. */
export interface Reply<T> {
  status: number
  body: T
}

/** The domain API on a database of its own, without a socket; tokens are plain user ids. */
export interface TestApi {
  app: FastifyInstance
  /** Connected as the owner, for what a test sets up outside the product. */
  pool: Pool
  /** The dependencies that the product is given; its pool is that of the serving role. */
  deps: Deps
  routes: Routes
  /** Turns `tokenOf(user)` into a viewer, for surfaces beside the API. */
  authenticate: Authenticate
  /** Sets the time that every rule sees from now on; null restores the real time. */
  setNow(now: Date | null): void
  /** Calls a route as a user (by id) or anonymously (null). */
  call<K extends RouteKey>(
    as: { id: string } | null,
    key: K,
    input?: Partial<Input<K>> | Record<string, unknown>,
  ): Promise<Reply<Answer<K>>>
  close(): Promise<void>
}

/** Everything a test may substitute for what the product would create. */
export interface TestApiOptions {
  payments?: PaymentProvider
  config?: Partial<Config>
  /** Used instead of a fresh one; `close` drops it as well. */
  database?: FreshDatabase
  /** Opens a replica beside the pool; `close` closes it. */
  replica?: (pool: Pool, log: Log, writers: RecentWriters) => Replica
  /** Caches the first pages of lists in memory, as a server does. */
  sharedPages?: (writers: RecentWriters) => SharedPages
  /** The clock, in ms, for the record of who changed something lately; real time by default. */
  elapsed?: () => number
}

/** What a test sets up in one statement may take longer than anything in the product, in ms, on a busy machine. */
const SET_UP = { statementMs: 300_000, answerMs: 301_000 }

/** Starts the domain API for one test file. Call `close` when done: it drops the database. */
export async function startApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.database ?? (await freshDatabase())
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: database.servingUrl,
      OPERATOR_EMAILS: OPERATOR_EMAIL,
      VAPID_PRIVATE_KEY: TEST_PUSH_KEY,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    }),
    ...options.config,
  }
  const serving = createPool(database.servingUrl, 20)
  const pool = database.servingUrl === database.url ? serving : createPool(database.url, 20, SET_UP)
  const log = createLog(config.logLevel)
  let now: Date | null = null
  const clock = () => now ?? new Date()
  const writers = createRecentWriters(options.elapsed)
  const replica = options.replica?.(serving, log, writers)
  const sharedPages = options.sharedPages?.(writers)
  const payments = options.payments ?? noProvider()
  const deps: Deps = { config, pool: serving, replica, sharedPages, log, clock, payments }
  const app = createHttpApp(log, 0)
  const drain = drainable(app)
  separateFiles(app, config)
  const authenticate: Authenticate = (token) => viewerById(serving, token)
  const routes = createRoutes(app, {
    authenticate,
    clock,
    refuse: (key, viewer, at) => refuseLimited(serving, key, { personId: viewer.id, now: at }),
    operatorStanding: (viewer) => operatorStanding(viewer, config.operatorEmails),
    operatorMay: operatorMay(serving),
    personInView: personInView(serving, (viewer) =>
      operatorStanding(viewer, config.operatorEmails),
    ),
    wrote: writers.wrote,
  })
  registerApi(routes, deps)

  return {
    app,
    pool,
    deps,
    routes,
    authenticate,
    setNow(moment) {
      now = moment
    },
    async call(as, key, input = {}) {
      const parts = input as {
        params?: Record<string, string>
        query?: Record<string, unknown>
        body?: unknown
      }
      const response = await app.inject({
        method: routeParts(key).method as 'GET',
        url: routePath(key, parts.params),
        query: Object.fromEntries(
          Object.entries(parts.query ?? {}).map(([name, value]) => [name, String(value)]),
        ),
        ...(parts.body === undefined ? {} : { payload: parts.body as object }),
        headers: as === null ? {} : { authorization: `Bearer ${tokenOf(as)}` },
      })
      if (response.statusCode === 200) assertAsPromised(key, response.payload)
      return { status: response.statusCode, body: response.json() }
    },
    async close() {
      // Otherwise the connection of a request that is still running, such as a webhook's, stays open for 70 s.
      drain.begin()
      await app.close()
      await replica?.close()
      await serving.end()
      if (pool !== serving) await pool.end()
      await database.drop()
    },
  }
}

/** PostgreSQL writes some responses: each must match, to the letter, what the contract's schema would have written. */
function assertAsPromised(key: RouteKey, json: string): void {
  const { answer } = schemas[key]
  const value: unknown = JSON.parse(json)
  if (answerSerializer(key, answer)(value) !== json)
    throw new Error(`${key} does not answer what it promises: ${json}`)
  // A column that PostgreSQL wrote as JSON and that no one declared as a moment (server/db/json-rows.ts).
  const time = /"\d{4}-\d\d-\d\dT[^"]{8,15}\+00:00"/.exec(json)
  if (time !== null) throw new Error(`${key} answers a time as no other answer has it: ${time[0]}`)
  answer.parse(value)
}

/** A person's bearer token in tests. */
export const tokenOf = (user: { id: string }): string => `test.${user.id}.user`

/** Sign-in itself is tested with real tokens elsewhere; here a token names a user in the database. */
async function viewerById(pool: Pool, token: string): Promise<Viewer | null> {
  const id = token.split('.')[1] ?? ''
  return maybeRow<Viewer>(
    pool,
    sql`select id, role, email, name, id as "sessionId", 'aal2' as aal from profiles where id::text = ${id}`,
  )
}

/** A test that reaches the provider without supplying one has gone somewhere it did not intend to. */
function noProvider(): PaymentProvider {
  return new Proxy({} as PaymentProvider, {
    get(_, name) {
      throw new Error(`unplanned call of the payment provider: ${String(name)}`)
    },
  })
}
