import Stripe from 'stripe'
import { ruleFor } from './failure-table.ts'
import { PaymentProviderError, type ProviderFailure } from './provider-failure.ts'

/** Converts an error of the SDK to a failure, by the table of failure-table.ts. */
export function failureOf(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return {
      definitive: false,
      remedy: 'wait',
      reason: error instanceof Error ? error.message : String(error),
      code: null,
    }
  }
  // Stripe's own error type for its internal failures, which it repeats under the same key.
  const isItsOwn = error instanceof Stripe.errors.StripeAPIError
  const code = error.code ?? (isItsOwn ? 'api_error' : null)
  const rule = ruleFor(error, error.code ?? null)
  const definitive = rule?.definitive ?? false
  // A replayed server error was stored when the call ended; a first one may come from a proxy in between.
  const replayed = new Map(Object.entries(error.headers ?? {})).get('idempotent-replayed')
  const kept = (error.statusCode ?? 0) >= 500 && replayed === 'true'
  return {
    definitive,
    remedy: rule?.remedy ?? 'person',
    ...(definitive ? {} : { kept }),
    reason: definitive ? error.message : `${error.type}: ${error.message}`,
    code,
    ...(error.param === undefined ? {} : { param: error.param }),
  }
}

/** Whether the error says that the requested object does not exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode !== 404)
    return false
  // A 404 for an address that Stripe does not know carries no code, and must not be taken for "no such object".
  return error.code === 'resource_missing' || error.code === 'not_found'
}

/** Awaits an SDK call; rethrows any error as PaymentProviderError. */
export async function called<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw new PaymentProviderError(failureOf(error), { cause: error })
  }
}

/** Awaits a retrieval; returns null when there is no such object. */
export async function found<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return null
    throw new PaymentProviderError(failureOf(error), { cause: error })
  }
}
