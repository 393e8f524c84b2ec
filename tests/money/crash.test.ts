import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Jobs, startJobs } from '#server/jobs/runner.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import { webhookRoutes } from '#server/payments/webhook/webhook-routes.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { startStripeSandbox } from '#sandbox/stripe/server.ts'
import { startApi } from '#tests/support/api.ts'
import {
  buildPayableDeal,
  fund,
  type MoneyWorld,
  startFunding,
  statusOf,
} from '#tests/support/money.ts'
import {
  bundleCrashProgram,
  type Click,
  CRASH_POINTS,
  type CrashProgram,
  runUntilKilled,
} from './crash.ts'

const SECRETS = { secretKey: 'sk_test_crash', webhookSecret: 'whsec_crash' }

let world: MoneyWorld
let jobs: Jobs
let program: CrashProgram
const work = async () => {
  jobs = await startJobs(world.api.deps.pool, paymentTasks(world.api.deps), world.api.deps.log)
}
beforeAll(async () => {
  program = await bundleCrashProgram()
  const stripe = await startStripeSandbox({ port: 0, ...SECRETS })
  const settings = { apiBase: stripe.url, ...SECRETS }
  const payments = createStripeProvider(settings)
  const api = await startApi({ payments, config: { stripe: settings } })
  await webhookRoutes(api.app, api.deps)
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  stripe.setWebhookUrl(`${address}/webhooks/stripe`)
  world = {
    api,
    stripe,
    until: (what, holds) =>
      vi.waitFor(
        async () => {
          if (!(await holds())) throw new Error(`waited in vain for ${what}`)
        },
        { timeout: 300_000 },
      ),
    async close() {
      await jobs.stop()
      await api.close()
      await stripe.close()
      program.remove()
    },
  }
  await work()
})
afterAll(() => world.close())
afterEach(async () => {
  const broken = await brokenMoneyChecks(world.api.pool)
  if (broken.length > 0) throw new Error(JSON.stringify(broken))
})

const byPayment = (paymentId: string) => {
  const { transfers, refunds, charges, checkout_sessions } = world.stripe.state
  const charge = Object.values(charges).find((row) => row.metadata['payment_id'] === paymentId)
  return {
    pages: Object.values(checkout_sessions).filter(
      ({ session }) => session.metadata?.['payment_id'] === paymentId,
    ).length,
    transfers: Object.values(transfers).filter(
      (row) => row.transfer_group === `payment_${paymentId}`,
    ).length,
    refunds: Object.values(refunds).filter((row) => row.charge === charge?.id).length,
  }
}

/** Only the other process works off the queue; it dies, and ours takes over. */
async function killed(
  at: (typeof CRASH_POINTS)[number],
  as: { id: string },
  click: Click,
): Promise<unknown> {
  await jobs.stop()
  const { databaseUrl, stripe } = world.api.deps.config
  const signal = await runUntilKilled(program, { ...click, at, databaseUrl, stripe, as })
  // PostgreSQL notices the lost connections only after a delay.
  await world.until('the dead process to be gone', async () => {
    const left = await world.api.pool.query(
      `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and datname = current_database()`,
    )
    return left.rowCount === 0
  })
  await work()
  return signal
}

test.each(CRASH_POINTS)('a release killed %s pays once', async (at) => {
  const deal = await buildPayableDeal(world)
  const payment_id = await fund(world, deal)
  const click = { route: 'payments.release', body: { payment_id } } as const
  expect(await killed(at, deal.seller, click)).toBe('SIGKILL')
  await world.api.call(deal.seller, click.route, { body: click.body })
  await world.until('the release', async () => (await statusOf(world, payment_id)) === 'released')
  expect(byPayment(payment_id)).toEqual({ pages: 1, transfers: 1, refunds: 0 })
})

test.each(CRASH_POINTS)('a refund killed %s returns the money once', async (at) => {
  const deal = await buildPayableDeal(world)
  const payment_id = await fund(world, deal)
  const click = { route: 'payments.refund', body: { payment_id } } as const
  expect(await killed(at, deal.creator, click)).toBe('SIGKILL')
  await world.api.call(deal.creator, click.route, { body: click.body })
  await world.until('the refund', async () => (await statusOf(world, payment_id)) === 'refunded')
  expect(byPayment(payment_id)).toEqual({ pages: 1, transfers: 0, refunds: 1 })
})

test.each(CRASH_POINTS)('a funding killed %s opens one checkout page', async (at) => {
  const deal = await buildPayableDeal(world)
  const body = { project_id: deal.project.id, application_id: deal.application.id }
  expect(await killed(at, deal.seller, { route: 'payments.create', body })).toBe('SIGKILL')
  const { id } = await startFunding(world, deal)
  expect(byPayment(id)).toEqual({ pages: 1, transfers: 0, refunds: 0 })
})
