import Stripe from 'stripe'
import type { PaymentProvider } from './payment-provider.ts'
import { type StripeSettings } from './client.ts'
import { stripeProviderOn } from './stripe-provider.ts'

/** The SDK's constructor parameters; it does not export names for their types. */
type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>

/** A connection that leads nowhere: each request fails as if no one were listening. */
class NoConnection implements HttpClient {
  getClientName(): string {
    return 'cut off'
  }

  makeRequest(): Promise<never> {
    return Promise.reject(new Error('the provider is cut off (RECOVERY_HOLD)'))
  }
}

/**
 * The payment provider of a process that must not act (RECOVERY_HOLD): no request leaves it, and callers are told that
 * the provider cannot be reached. Events are still verified, which needs no request.
 */
export const cutOffProvider = (settings: StripeSettings): PaymentProvider =>
  stripeProviderOn(
    new Stripe(settings.secretKey, {
      httpClient: new NoConnection(),
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    settings,
  )
