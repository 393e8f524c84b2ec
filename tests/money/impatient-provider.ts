import Stripe from 'stripe'
import type { StripeSettings } from '#server/providers/stripe/client.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'
import { stripeProviderOn } from '#server/providers/stripe/stripe-provider.ts'

/** The longest wait for a response: the sandbox responds within a few ms, or not at all. */
const TIMEOUT_MS = 700

/** The provider at an address, without the SDK's retries: the jobs' retries have the same effect. */
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
  return stripeProviderOn(stripe, settings)
}
