import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createLog } from '#server/logging/log.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { fundApplication } from '#server/payments/fund/payment-fund.ts'
import { refundPayment } from '#server/payments/refund/payment-refund.ts'
import { releasePayment } from '#server/payments/release/payment-release.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import type { Crash } from './crash.ts'
import { viewerOf } from './viewers.ts'

/**
 * A process of the product that does one thing and is killed at a given point, as by kill -9: no handler runs and no
 * connection is closed in order. Its orders are in CRASH, as JSON.
 */
const crash = JSON.parse(process.env['CRASH'] ?? '{}') as Crash
const die = () => process.kill(process.pid, 'SIGKILL')

/** Kills this process right before or right after the provider acts. */
function deadly<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  return async (input: Input): Promise<Answer> => {
    if (crash.at === 'before the call') die()
    const answer = await call(input)
    if (crash.at === 'after the call') die()
    return answer
  }
}

const honest = createStripeProvider(crash.stripe)
const payments: PaymentProvider = {
  ...honest,
  createCheckout: deadly(honest.createCheckout),
  transfer: deadly(honest.transfer),
  refund: deadly(honest.refund),
}
const pool = createPool(crash.databaseUrl, 10)
const deps: Deps = {
  config: {
    ...readConfig({ NODE_ENV: 'test', DATABASE_URL: crash.databaseUrl, LOG_LEVEL: 'silent' }),
    stripe: crash.stripe,
  },
  pool,
  log: createLog('silent'),
  clock: () => new Date(),
  payments,
}
const tasks = paymentTasks(deps)
await startJobs(
  pool,
  {
    ...tasks,
    'payments.release': async (payload) => {
      await tasks['payments.release'](payload)
      die()
    },
    'payments.refund': async (payload) => {
      await tasks['payments.refund'](payload)
      die()
    },
  },
  deps.log,
)
await click()
die()

/** Below the routes, which only pass it on: a process without the web framework starts in half the time. */
function click(): Promise<unknown> {
  switch (crash.route) {
    case 'payments.create':
      return fundApplication(deps, viewerOf(crash.as.id, 'seller'), crash.body)
    case 'payments.release':
      return releasePayment(deps, viewerOf(crash.as.id, 'seller'), crash.body.payment_id)
    case 'payments.refund':
      return refundPayment(deps, viewerOf(crash.as.id, 'creator'), crash.body.payment_id)
  }
}
