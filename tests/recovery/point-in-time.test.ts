import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type AddressInfo, createServer as listenPlainly, type Server as Listener } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { makeTransfer } from '#server/payments/release/payment-release.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { freePort } from '#scripts/ports.ts'
import { startApi } from '#tests/support/api.ts'
import { folderInMemory } from '#tests/support/database-folder.ts'
import { buildPayableDeal, fund, type LeftWorld, startMoney } from '#tests/support/money.ts'
import {
  type ArchivedPostgres,
  removeFolder,
  startArchivedPostgres,
  withClient,
  momentOf,
} from './archived-postgres.ts'

/**
 * Someone deletes what must not be deleted; the database is recovered to the second before. The provider knows what
 * happened since, and nothing leaves the recovered market before a person lets it (docs/operations.md).
 */

const keep = async () => {}

let folder: string
let postgres: ArchivedPostgres
let world: LeftWorld
let recovered: Pool
let url: string
let released: string
let seller: { id: string }
/** What a recovered market must not reach: each counts who connected. */
const outside = { provider: 0, mail: 0 }
let listeners: Listener[]

beforeAll(async () => {
  listeners = [await counting('provider'), await counting('mail')]
  folder = folderInMemory()
  postgres = await startArchivedPostgres(folder)
  await withClient(postgres.databaseUrl('postgres'), (db) => db.query('create database market'))
  const before = postgres.databaseUrl('market')
  await migrate(before)
  world = await startMoney({ database: { url: before, servingUrl: before, drop: keep } })
  const { pool } = world.api
  await pool.query('create table marks (name text)')
  await fund(world, await buildPayableDeal(world))
  await postgres.baseBackup()
  // What follows comes from the archive.
  const deal = await buildPayableDeal(world)
  seller = deal.seller
  released = await fund(world, deal)
  // Pending work that calls the provider.
  await pool.query(
    `select graphile_worker.add_job('payments.reconcile', '{}', run_at => now() + interval '1 day', job_key => 'waiting')`,
  )
  await pool.query(`insert into marks values ('before')`)
  const moment = await momentOf(pool)
  await pool.query(`insert into marks values ('after')`)
  await world.api.call(deal.seller, 'payments.release', { body: { payment_id: released } })
  await world.until('the release', async () => (await statusOf(pool, released)) === 'released')
  await pool.query('delete from notifications')
  await postgres.archiveAll()
  await world.leave()
  url = (await postgres.recover(moment)).databaseUrl('market')
  recovered = createPool(url, 4)
})
afterAll(async () => {
  await recovered.end()
  await world.stripe.close()
  await postgres.stop()
  removeFolder(folder)
  for (const listener of listeners) listener.close()
})

async function counting(name: keyof typeof outside): Promise<Listener> {
  const listener = listenPlainly((socket) => {
    outside[name] += 1
    socket.destroy()
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  return listener
}

const statusOf = async (pool: Pool, payment: string) =>
  (await pool.query('select status from payments where id = $1', [payment])).rows[0]
    ?.status as string

const waiting = async () =>
  (await recovered.query('select id, attempts from graphile_worker._private_jobs order by id')).rows

/** A process on the recovered database. */
async function start(env: Record<string, string>) {
  const [provider, mail] = listeners.map((listener) => (listener.address() as AddressInfo).port)
  const port = String(await freePort())
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const server = await createServer(
    readConfig({
      NODE_ENV: 'test',
      PORT: port,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      STRIPE_API_BASE: `http://127.0.0.1:${provider}`,
      SMTP_URL: `smtp://127.0.0.1:${mail}`,
      ...env,
    }),
  )
  await server.listen()
  const asked = await fetch(`http://127.0.0.1:${port}/health/ready`)
  return { server, ready: { status: asked.status, body: await asked.json() } }
}

test('the recovered database has everything up to the chosen second, and nothing later', async () => {
  expect((await recovered.query('select name from marks')).rows).toEqual([{ name: 'before' }])
  expect((await recovered.query('select from notifications')).rowCount).toBeGreaterThan(0)
  expect(await statusOf(recovered, released)).toBe('held_in_escrow')
  expect(await brokenMoneyChecks(recovered)).toEqual([])
})

test('a process on hold runs no job, contacts neither provider nor mail server, and is not ready', async () => {
  await recovered.query(`update graphile_worker._private_jobs set run_at = now()`)
  const before = await waiting()
  expect(before.length).toBeGreaterThan(1)
  const { server, ready } = await start({ RECOVERY_HOLD: '1' })
  expect(ready).toEqual({ status: 503, body: { status: 'held' } })
  await server.close()
  expect(await waiting()).toEqual(before)
  expect(outside).toEqual({ provider: 0, mail: 0 })
})

test('reconciliation finds a later release at the provider; repeating it books it without paying twice', async () => {
  const settings = world.api.deps.config.stripe
  const transfers = () => Object.keys(world.stripe.state.transfers).length
  const made = transfers()
  const api = await startApi({
    database: { url, servingUrl: url, drop: keep },
    payments: createStripeProvider(settings),
    config: { stripe: settings },
  })
  const { open } = await reconcile(api.deps, { everything: true })
  expect(open).toMatchObject([{ kind: 'transfer_unbooked', payment_id: released }])

  await api.call(seller, 'payments.release', { body: { payment_id: released } })
  await makeTransfer(api.deps, released)
  expect(await statusOf(recovered, released)).toBe('released')
  expect(transfers()).toBe(made)
  expect((await reconcile(api.deps, { everything: true })).open).toEqual([])
  await api.close()
  expect(await brokenMoneyChecks(recovered)).toEqual([])
})

test('once the hold is lifted, the process is ready and waiting jobs run', async () => {
  const { server, ready } = await start({})
  expect(ready).toEqual({ status: 200, body: { status: 'ready' } })
  await expect.poll(() => outside.provider).toBeGreaterThan(0)
  await expect.poll(() => outside.mail).toBeGreaterThan(0)
  await server.close()
})
