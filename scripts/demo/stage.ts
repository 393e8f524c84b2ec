import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { RouteKey } from '#contract/api.ts'
import { DirectClient } from '#sandbox/stripe/direct-client.ts'
import { signatureHeader } from '#sandbox/stripe/control/webhooks.ts'
import { payloadOf } from '#sandbox/stripe/objects/events.ts'
import { createSilentSandbox, type SilentSandbox } from '#sandbox/stripe/server.ts'
import { registerApi } from '#server/api.ts'
import { applicationTasks } from '#server/applications/rejection-clock.ts'
import { authRoutes } from '#server/auth/auth-routes.ts'
import { type Config, SANDBOX_PORT_OFFSETS } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createRoutes } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { createLog } from '#server/logging/log.ts'
import { operatorStanding } from '#server/operator/operator-access.ts'
import { operatorMay } from '#server/operator/roles/role-service.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import { webhookRoutes } from '#server/payments/webhook/webhook-routes.ts'
import { stripeProviderOn } from '#server/providers/stripe/stripe-provider.ts'
import { openStorage } from '#server/uploads/storage.ts'
import { storageRoutes } from '#server/uploads/storage-routes.ts'
import { DEMO_OPERATOR } from './cast.ts'
import type { Visit } from './provider-pages.ts'
import { keepPicture } from './ready-pictures.ts'
import { type Ask, type Session, sessionOf } from './session.ts'

/** How often a click that waits for the provider checks for its response, in ms. */
const LOOK_MS = 3

/** Clicks that wait for a job: the queue is processed in the meantime. */
const WAITING: readonly RouteKey[] = [
  'payments.release',
  'payments.refund',
  'payments.create',
  'deliverables.approve',
  'amendments.accept',
  'operator.decide_dispute',
]

/** The product and its payment provider in this process, at whatever time the demo plays. */
export interface Stage {
  /** The product's address, valid only in this process. */
  url: string
  deps: Deps
  pool: Pool
  sandbox: SilentSandbox
  /** Requests a page of the provider. */
  visit: Visit
  now(): Date
  /** Null: the current time. */
  setNow(moment: Date | null): void
  session(userId: string): Session
  /** Delivers the provider's events to the product and runs the jobs about money, until there are none. */
  settle(): Promise<void>
  /** The hourly comparison of our books with the provider's. */
  reconcile(): Promise<void>
  /** A person returns a charge on the provider's own pages. */
  refundAtProvider(chargeId: string): Promise<void>
  /** Stores the provider's state where the sandbox starts from. */
  save(file: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the real product, its routes, rules and jobs, on the database and files of `configured`. Its minimum price and
 * its second operator are not required. The provider is a sandbox in this process, and both follow a clock that is set
 * here. No server and no other sandbox may run on them in the meantime.
 */
export async function openStage(configured: Config): Promise<Stage> {
  // The demo's prices are fixed and one operator decides everything, whatever the copy's operator asks of people.
  const config: Config = { ...configured, minimumPriceCents: null, secondPersonFromCents: null }
  let moment: Date | null = null
  const now = () => (moment === null ? new Date() : new Date(moment))
  const { secretKey, webhookSecret } = config.stripe
  const address = `http://127.0.0.1:${config.sandboxPort + SANDBOX_PORT_OFFSETS.stripe}`
  const sandbox = await createSilentSandbox({ secretKey, webhookSecret, publicUrl: address, now })
  const stripe = new Stripe(secretKey, {
    httpClient: new DirectClient(sandbox),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const log = createLog('silent')
  const pool = createPool(withoutWaiting(config.databaseUrl), 6)
  const payments = stripeProviderOn(stripe, config.stripe)
  const deps: Deps = { config, pool, log, clock: now, payments }
  // Finding the port is not enough to act as another person: a token is made of this secret and a user's id.
  const secret = randomBytes(16).toString('hex')
  // Looked up once: callers keep their name, address and role.
  const viewers = new Map<string, Promise<Viewer | null>>()
  const authenticate = (token: string) => {
    const [given, id = ''] = token.split('.')
    if (given !== secret) return Promise.resolve(null)
    const viewer = viewers.get(id) ?? viewerById(pool, id)
    viewers.set(id, viewer)
    return viewer
  }

  const app = createHttpApp(log, 0)
  await app.register(authRoutes, { ...deps, clock: () => new Date() })
  await webhookRoutes(app, deps)
  const storage = await openStorage(config, log)
  const tools = { ...storage.tools, writePicture: keepPicture }
  await storageRoutes(app, deps, { ...storage, tools }, authenticate)
  const routes = createRoutes(app, {
    authenticate,
    clock: now,
    operatorStanding: (viewer) => operatorStanding(viewer, [DEMO_OPERATOR.email]),
    operatorMay: operatorMay(pool),
  })
  registerApi(routes, deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  // There are more than a thousand calls, and none needs a socket.
  const ask: Ask = async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address)
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    const { statusCode: status, payload } = answer
    return { ok: status < 400, status, text: () => Promise.resolve(payload) }
  }

  const deliver = async (): Promise<number> => {
    const news = Object.values(sandbox.state.events).filter(
      ({ delivery }) => delivery.state === 'pending',
    )
    for (const { event, delivery } of news) {
      const payload = payloadOf(event)
      const answer = await app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signatureHeader(payload, webhookSecret, now()),
        },
        payload,
      })
      if (answer.statusCode !== 200) throw new Error(`${event.type} was not taken: ${answer.body}`)
      delivery.state = 'delivered'
      delivery.next_at = null
      delivery.attempts.push({ at: now().toISOString(), status: 200, error: null })
      if (event.object === 'event') event.pending_webhooks = 0
    }
    return news.length
  }

  const money = paymentTasks(deps)
  const tasks: Record<string, (payload: never) => Promise<void>> = {
    ...money,
    ...applicationTasks(deps),
  }
  const work = async (): Promise<number> => {
    const jobs = await rows<{ id: string; task: string; payload: never }>(
      pool,
      sql`select jobs.id::text, tasks.identifier as task, jobs.payload
        from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = any(${Object.keys(tasks)}) order by jobs.id`,
    )
    for (const { task, payload } of jobs) await tasks[task]?.(payload)
    if (jobs.length > 0)
      await pool.query('delete from graphile_worker._private_jobs where id = any($1)', [
        jobs.map(({ id }) => id),
      ])
    return jobs.length
  }
  const settle = async () => {
    while ((await deliver()) + (await work()) > 0);
  }

  return {
    url,
    deps,
    pool,
    sandbox,
    visit: (page, init) => visitSandbox(sandbox, page, init),
    now,
    setNow(next) {
      moment = next
    },
    session(userId) {
      const session = sessionOf(url, `${secret}.${userId}.demo`, userId, ask)
      const call: Session['call'] = (key, input) => {
        const answer = session.call(key, input)
        return WAITING.includes(key) ? worked(answer, work, settle) : answer
      }
      return { ...session, call }
    },
    settle,
    reconcile: () => money['payments.reconcile'](),
    async refundAtProvider(chargeId) {
      const { status, body } = await sandbox.call({
        method: 'POST',
        path: '/v1/refunds',
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({ charge: chargeId }).toString(),
      })
      if (status !== 200) throw new Error(`the charge was not returned: ${body}`)
    },
    async save(file) {
      moment = null
      // A commit that waits for the disk flushes those before it, too.
      await pool.query('begin; set local synchronous_commit to on; select txid_current(); commit')
      sandbox.keepHouse()
      sandbox.state.requests = []
      await mkdir(dirname(file), { recursive: true })
      // Renamed as the sandbox itself does: a kill leaves no half-written state.
      await writeFile(`${file}.new`, JSON.stringify(sandbox.state))
      await rename(`${file}.new`, file)
    },
    async close() {
      await app.close()
      await storage.close()
      await sandbox.close()
      await pool.end()
    },
  }
}

/** Thousands of small commits need not wait for the disk: `save` does, and a crash before it starts the demo over. */
export function withoutWaiting(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c synchronous_commit=off')
  return url.href
}

/** Runs the queue until a click has its response, and then the jobs that it enqueued. */
async function worked<T>(
  answer: Promise<T>,
  work: () => Promise<number>,
  settle: () => Promise<void>,
): Promise<T> {
  const ended = { is: false }
  answer.then(
    () => (ended.is = true),
    () => (ended.is = true),
  )
  while (!ended.is) {
    await work()
    await Promise.race([answer.catch(() => undefined), pause(LOOK_MS)])
  }
  const answered = await answer
  await settle()
  return answered
}

async function visitSandbox(
  sandbox: SilentSandbox,
  page: string,
  { method = 'GET', headers = {}, body }: RequestInit,
): Promise<Response> {
  const { pathname, search } = new URL(page)
  const answer = await sandbox.call({
    method,
    path: pathname + search,
    headers: Object.fromEntries(new Headers(headers)),
    body: typeof body === 'string' ? body : '',
  })
  return new Response(answer.body === '' ? null : answer.body, answer)
}

const viewerById = (pool: Pool, id: string) =>
  maybeRow<Viewer>(
    pool,
    sql`select id, role, email, name, id as "sessionId", 'aal2' as aal from profiles where id::text = ${id}`,
  )
