import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createLog } from '#server/logging/log.ts'
import { receiveEvent } from '#server/payments/webhook/provider-events.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import { payloadOf } from '#sandbox/stripe/objects/events.ts'
import { signatureHeader } from '#sandbox/stripe/control/webhooks.ts'
import type { CrashOrders } from './crash-case.ts'
import { clickOn } from './crash-click.ts'
import { CrashWatch, die } from './crash-watch.ts'
import { drain, whileDraining } from './drain.ts'
import { providerBy } from './impatient-provider.ts'

/**
 * A process that performs one operation with money and is killed at a given point, or when it has nothing more to do.
 * Its orders are in CRASH, as JSON.
 */
const orders = JSON.parse(process.env['CRASH'] ?? '{}') as CrashOrders
const watch = new CrashWatch(orders.at)
const pool = createPool(orders.databaseUrl, 6)
watch.watch(pool)

const honest = providerBy(orders.stripe)
/** Every call that moves money or opens a page passes the two points around it. */
function passing<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  return async (input: Input): Promise<Answer> => {
    watch.come('before the call')
    try {
      return await call(input)
    } finally {
      watch.come('after the call')
    }
  }
}
const deps: Deps = {
  config: {
    ...readConfig({ NODE_ENV: 'test', DATABASE_URL: orders.databaseUrl, LOG_LEVEL: 'silent' }),
    stripe: orders.stripe,
  },
  pool,
  log: createLog('silent'),
  clock: () => new Date(),
  payments: {
    ...honest,
    createCheckout: passing(honest.createCheckout),
    expireCheckout: passing(honest.expireCheckout),
    payWithSavedCard: passing(honest.payWithSavedCard),
    transfer: passing(honest.transfer),
    refund: passing(honest.refund),
  },
}
const tasks = paymentTasks(deps)
const jobDone = () => watch.come('job not taken off')

try {
  await whileDraining(pool, tasks, () => clickOn(deps, orders), jobDone)
  if (orders.paysOnPage) await payOnPage()
  await deliver()
} catch {
  // Whatever the provider made of it, the process has nothing more to do, and is killed anyway.
}
await drain(pool, tasks, jobDone).catch(() => undefined)
die('not reached')

/** Pays as the buyer does in the opened tab. */
async function payOnPage(): Promise<void> {
  const { rows } = await pool.query<{ session: string | null }>(
    `select checkout_session_id as session from payments where application_id = $1
      order by purpose = 'deal' limit 1`,
    [orders.applicationId],
  )
  await fetch(`${orders.stripe.apiBase}/_control/sessions/${rows[0]?.session}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card_number: orders.cardNumber }),
  })
}

/** Receives the provider's events about it as the webhook does, and applies them. */
async function deliver(): Promise<void> {
  if (orders.events === 'none') return
  const answer = await fetch(`${orders.stripe.apiBase}/_control/events`)
  const known = (await answer.json()) as { event: Parameters<typeof payloadOf>[0] }[]
  const { rows: seen } = await pool.query<{ id: string }>(
    'select event_id as id from webhook_events',
  )
  for (const { event } of known) {
    if (event.object !== 'event' || seen.some(({ id }) => id === event.id)) continue
    const payload = payloadOf(event)
    const signature = signatureHeader(payload, orders.stripe.webhookSecret, new Date())
    for (let times = orders.events === 'twice' ? 2 : 1; times > 0; times -= 1)
      await receiveEvent(
        deps,
        deps.payments.verifyWebhook(Buffer.from(payload), signature, new Date()),
      )
  }
}
