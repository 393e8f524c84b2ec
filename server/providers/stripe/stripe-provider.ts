import type Stripe from 'stripe'
import { bankPayoutCalls } from './bank-payouts.ts'
import { changeCalls } from './changes.ts'
import { cardCalls } from './cards.ts'
import { checkoutCalls } from './checkout.ts'
import { type StripeSettings, createStripeClient } from './client.ts'
import { disputeCalls } from './disputes.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { paymentCalls } from './payments.ts'
import { payoutCalls } from './payout-accounts.ts'
import { platformCalls } from './platform-account.ts'
import { recordCalls } from './records.ts'
import { webhookReader } from './webhooks.ts'

/**
 * The payment provider on Stripe, or on anything that speaks Stripe's HTTP API at `settings.apiBase`. It sends no
 * request until it is used. `timeoutMs` is for tests that wait for a timeout.
 */
export const createStripeProvider = (
  settings: StripeSettings,
  timeoutMs?: number,
): PaymentProvider => stripeProviderOn(createStripeClient(settings, timeoutMs), settings)

/** The same on a client supplied by the caller: one without a network, for example. */
export const stripeProviderOn = (stripe: Stripe, settings: StripeSettings): PaymentProvider => ({
  ...payoutCalls(stripe),
  ...bankPayoutCalls(stripe),
  ...checkoutCalls(stripe),
  ...paymentCalls(stripe),
  ...cardCalls(stripe),
  ...disputeCalls(stripe),
  ...recordCalls(stripe),
  ...changeCalls(stripe, settings.secretKey),
  ...platformCalls(stripe),
  verifyWebhook: webhookReader(stripe, settings),
})
