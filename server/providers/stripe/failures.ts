import Stripe from 'stripe'
import { PaymentProviderError, type ProviderFailure } from './payment-provider.ts'

/**
 * Reads an error of the SDK as a failure. Definitive are only the answers by which Stripe says that it
 * looked at the request and will not do it: a refused card, or a request that is wrong. A key of ours
 * that is wrong (401, 403) and a key used with other parameters are not: under the same idempotency key
 * the money may have moved before, so raising the attempt could move it twice.
 */
export function failureOf(error: unknown): ProviderFailure {
  if (
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  ) {
    return { definitive: true, reason: error.message, code: error.code ?? null }
  }
  if (error instanceof Stripe.errors.StripeError) {
    // A server error that is replayed was stored when the call ended; a first one may come from in between.
    const replayed = new Map(Object.entries(error.headers ?? {})).get('idempotent-replayed')
    return {
      kept: (error.statusCode ?? 0) >= 500 && replayed === 'true',
      definitive: false,
      reason: `${error.type}: ${error.message}`,
      // Stripe's own word for a failure of its own, which it answers again under the same key.
      code: error.code ?? (error instanceof Stripe.errors.StripeAPIError ? 'api_error' : null),
    }
  }
  return {
    definitive: false,
    reason: error instanceof Error ? error.message : String(error),
    code: null,
  }
}

/** Whether the error says that the thing asked for does not exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode !== 404)
    return false
  // A 404 for an address Stripe does not know carries no code, and must not pass for "no such object".
  return error.code === 'resource_missing' || error.code === 'not_found'
}

/** Awaits a call of the SDK; what it throws comes out as PaymentProviderError. */
export async function called<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw new PaymentProviderError(failureOf(error), { cause: error })
  }
}

/** Awaits a retrieval; null when there is no such thing. */
export async function found<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return null
    throw new PaymentProviderError(failureOf(error), { cause: error })
  }
}
