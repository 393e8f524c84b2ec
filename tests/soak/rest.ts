import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/logging/log.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { hurry } from './faults.ts'
import type { Deal } from './life.ts'
import type { Machine } from './machine.ts'
import { differences } from './provider-books.ts'
import { brokenAtRest, brokenNow, hurriedJobs } from './truth.ts'
import { digest } from './upload.ts'

/** Past the lifetime of an idempotency key: what the provider would not say before is now looked up. */
const A_DAY_AND_MORE_S = 25 * 3_600
/** How long the queue may take to drain, in ms. */
const QUIET_WITHIN_MS = 180_000

/** Nothing is broken any more: lets everything finish, and the required time pass. */
export async function comeToRest(machine: Machine): Promise<string[]> {
  const { provider, mail, pool } = machine
  provider.state.switches = []
  await mail.open()
  await restart(machine, 0)
  await quiet(machine)
  const { rows } = await pool.query(
    `select 1 from payments where moving is not null
      union all select 1 from money_ops where state = 'intended' limit 1`,
  )
  if (rows.length > 0) {
    provider.controls.advanceClock(A_DAY_AND_MORE_S * 1_000)
    await restart(machine, A_DAY_AND_MORE_S)
    await reconciled(machine, A_DAY_AND_MORE_S)
    await quiet(machine)
    await restart(machine, 0)
    await quiet(machine)
  }
  const open = await reconciled(machine, 0)
  await quiet(machine)
  return open
}

async function restart({ server, ...machine }: Machine, clockOffset: number): Promise<void> {
  await server.kill9()
  await machine.restart(clockOffset)
}

/** Resolves once every job has run; the provider's failed deliveries are repeated. Gives up after three minutes. */
export async function quiet(machine: Pick<Machine, 'provider' | 'pool'>): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS
  while (performance.now() < until) {
    hurry(machine)
    if ((await hurriedJobs(machine.pool)) === 0) return
    await pause(200)
  }
}

/** Compares our books with the provider's, through the product's own reconciliation. */
export async function reconciled(
  { env, pool, postgres }: Pick<Machine, 'env' | 'pool'> & { postgres: { url: string } },
  offset: number,
): Promise<string[]> {
  const config = readConfig({ ...env, DATABASE_URL: postgres.url })
  const { open } = await reconcile({
    config,
    pool,
    log: createLog('silent'),
    clock: () => new Date(Date.now() + offset * 1_000),
    payments: createStripeProvider(config.stripe),
  })
  return open.map(({ kind, detail }) => `a difference from the provider: ${kind}, ${detail}`)
}

/** What is wrong once everything is at rest, beyond what the journal knows. */
export async function wrongAtRest({
  pool,
  provider,
}: Pick<Machine, 'pool' | 'provider'>): Promise<string[]> {
  return [
    ...(await brokenNow(pool)),
    ...(await brokenAtRest(pool)),
    ...(await differences(pool, provider)),
  ]
}

/**
 * Opens every file of a deal as its seller would, or as its creator where the seller only sees a marked copy
 * (contract/originals.ts). Returns, in words, those that differ from what was delivered.
 */
export async function wrongFiles({ ending, ...deal }: Deal): Promise<string[]> {
  const { seller, creator, projectId, files } = deal
  if (files.length === 0) return []
  const found: string[] = []
  const reader = ending === 'released' ? seller : creator
  const list = await reader.read('deliverables.for_project', { params: { id: projectId } })
  for (const { version, sha256 } of files) {
    const path = list.find((one) => one.version === version)?.file_url ?? undefined
    const bytes = await reader.town.line.persist('a file', async () => {
      if (path === undefined) return null
      const heard = await reader.town.line.ask({ name: 'file', method: 'GET', path })
      if (heard.is === 'unknown') return undefined
      return heard.is === 'done' ? heard.body : null
    })
    if (bytes === null || digest(bytes) !== sha256)
      found.push(`version ${version} of ${projectId} is ${bytes === null ? 'gone' : 'changed'}`)
  }
  return found
}
