import Stripe from 'stripe'
import { bankPayoutCalls } from '#server/providers/stripe/bank-payouts.ts'
import { changeCalls } from '#server/providers/stripe/changes.ts'
import { cardCalls } from '#server/providers/stripe/cards.ts'
import { checkoutCalls } from '#server/providers/stripe/checkout.ts'
import type { StripeSettings } from '#server/providers/stripe/client.ts'
import { disputeCalls } from '#server/providers/stripe/disputes.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'
import { paymentCalls } from '#server/providers/stripe/payments.ts'
import { payoutCalls } from '#server/providers/stripe/payout-accounts.ts'
import { platformCalls } from '#server/providers/stripe/platform-account.ts'
import { recordCalls } from '#server/providers/stripe/records.ts'
import { webhookReader } from '#server/providers/stripe/webhooks.ts'

/** As createStripeProvider, on a client of one's own. */
export const providerOn = (stripe: Stripe, settings: StripeSettings): PaymentProvider => ({
  ...payoutCalls(stripe),
  ...bankPayoutCalls(stripe),
  ...checkoutCalls(stripe),
  ...paymentCalls(stripe),
  ...cardCalls(stripe),
  ...platformCalls(stripe),
  ...disputeCalls(stripe),
  ...recordCalls(stripe),
  ...changeCalls(stripe, settings.secretKey),
  verifyWebhook: webhookReader(stripe, settings),
})

/** Waits no longer than this for a response: the sandbox responds in a few ms, or not at all. */
const TIMEOUT_MS = 700

/** The provider at an address, without the SDK's retries: the jobs' retries are the same thing. */
export function providerBy(settings: StripeSettings): PaymentProvider {
  const { hostname, port } = new URL(settings.apiBase)
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return providerOn(stripe, settings)
}
