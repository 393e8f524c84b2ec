import type Stripe from 'stripe'
import { CURRENCY } from '#contract/money.ts'
import { called } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** Reads the platform's own balance and payout settings. */
export function platformCalls(stripe: Stripe): Pick<PaymentProvider, 'platformAccount'> {
  return {
    async platformAccount() {
      const { payments } = await called(stripe.balanceSettings.retrieve())
      const { available, pending } = await called(stripe.balance.retrieve())
      return {
        payoutSchedule: payments.payouts?.schedule?.interval ?? null,
        availableCents: centsOf(available),
        pendingCents: centsOf(pending),
      }
    },
  }
}

/** Balances in other currencies cannot cover money held in ours. */
const centsOf = (parts: readonly { amount: number; currency: string }[]): number =>
  parts.filter(({ currency }) => currency === CURRENCY).reduce((sum, { amount }) => sum + amount, 0)
