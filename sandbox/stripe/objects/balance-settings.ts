import type Stripe from 'stripe'
import { z } from 'zod'
import { apiRoute } from './api-route.ts'
import { expand, paramsOf } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import { PAYOUT_INTERVALS } from '#sandbox/stripe/state/stored.ts'

const settings = ({ state }: Sandbox): Stripe.BalanceSettings => ({
  object: 'balance_settings',
  payments: {
    debit_negative_balances: true,
    payouts: {
      automatic_transfer_rules_by_currency: null,
      minimum_balance_by_currency: null,
      schedule: { interval: state.platform_payouts },
      statement_descriptor: null,
      status: 'enabled',
    },
    settlement_timing: { delay_days: 2, start_of_day: null },
  },
})

const retrieve = apiRoute(
  'GET /v1/balance_settings',
  paramsOf<Stripe.BalanceSettingsRetrieveParams>()({ expand }),
  settings,
)

const update = apiRoute(
  'POST /v1/balance_settings',
  paramsOf<Stripe.BalanceSettingsUpdateParams>()({
    payments: z.strictObject({
      payouts: z.strictObject({ schedule: z.strictObject({ interval: z.enum(PAYOUT_INTERVALS) }) }),
    }),
    expand,
  }),
  (sandbox, { params }) => {
    sandbox.state.platform_payouts = params.payments.payouts.schedule.interval
    return settings(sandbox)
  },
)

/** The settings of the platform's own balance: retrieve, update. */
export const balanceSettingsRoutes = [retrieve, update]
