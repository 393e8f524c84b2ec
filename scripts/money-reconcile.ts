import { createLog } from '#server/logging/log.ts'
import { WHAT_TO_DO } from '#server/payments/ledger/money-differences.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { databaseCommand } from './database-command.ts'

/**
 * `npm run money:reconcile`: reconciles all our books with the provider's now; prints what was fixed and what is open.
 */
databaseCommand(async ({ pool, config }) => {
  const deps = {
    config,
    pool,
    log: createLog('warn'),
    clock: () => new Date(),
    payments: createStripeProvider(config.stripe),
  }
  const { compared, healed, open } = await reconcile(deps, { everything: true })
  for (const row of healed) console.log(line('put right', row.kind, row.providerId, row.detail))
  for (const row of open) {
    console.log(line('OPEN', row.kind, row.provider_id, row.detail))
    console.log(`${' '.repeat(11)}${WHAT_TO_DO[row.kind]}`)
  }
  console.log(
    `${compared} payments compared, ${healed.length} differences put right, ${open.length} open`,
  )
  return open.length === 0 ? 0 : 1
})

const line = (state: string, kind: string, id: string, detail: string) =>
  `${state.padEnd(9)}  ${kind.padEnd(20)}  ${id}  ${detail}`
