import { tick } from '#server/clocks/tick.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createLog } from '#server/logging/log.ts'
import { offerClocks } from '#server/offers/offer-clock.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { openProduct } from '#tests/money/product.ts'
import type { ChildReply, ChildRequest } from './two-servers.ts'

/**
 * The product's API in a process of its own, called over the channel to the process that started it. Its connections
 * are in CONNECTIONS.
 */
const config = readConfig({
  NODE_ENV: 'test',
  DATABASE_URL: process.env['DATABASE_URL'],
  LOG_LEVEL: 'error',
})
const times = new Map<string, Date>()
const deps: Deps = {
  config,
  pool: createPool(config.databaseUrl, Number(process.env['CONNECTIONS'])),
  log: createLog('error'),
  // One request at a time sets a time other than the real one.
  clock: () => [...times.values()][0] ?? new Date(),
  payments: createStripeProvider(config.stripe),
}
const product = await openProduct(deps)

async function outcomeOf({ act }: ChildRequest): Promise<string> {
  if ('clock' in act) {
    await tick(deps, offerClocks)
    return 'ok'
  }
  const { as, key, params, body } = act
  const reply = await product.call(as, key, { params, body })
  if (reply.status === 200) return 'ok'
  const { code } = reply.body
  return typeof code === 'string' ? code : `status ${reply.status}`
}

const send = (reply: ChildReply) => process.send?.(reply)
process.on('message', (request: ChildRequest) => {
  const { id, act } = request
  if (act.now !== undefined) times.set(id, new Date(act.now))
  void outcomeOf(request)
    .catch(String)
    .then((outcome) => {
      times.delete(id)
      send({ id, outcome })
    })
})
process.once('disconnect', () => process.exit(0))
send({ id: 'ready', outcome: 'ok' })
