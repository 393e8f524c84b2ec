import Stripe from 'stripe'
import type { Remedy } from './provider-failure.ts'

const { errors } = Stripe

/** One row of the table: which errors it covers, whether they certainly had no effect, and who can act. */
export interface FailureRule {
  error: new (raw: never) => Error
  /** The Stripe codes this row covers; if absent, all that no earlier row covers. */
  codes?: readonly string[]
  /** The call certainly had no effect and keeps failing under its key. */
  definitive: boolean
  remedy: Remedy
}

/**
 * Every way a call can fail, by Stripe's error types; the first matching row counts. Only responses in which Stripe
 * says that it looked at the request and refuses it are definitive. A wrong key of ours (401, 403) and a key used with
 * other parameters are not: under the same idempotency key the money may have moved before, so a new attempt could move
 * it twice.
 */
export const FAILURES: readonly FailureRule[] = [
  // The card's bank declined: the holder uses another card, or tries again.
  { error: errors.StripeCardError, definitive: true, remedy: 'new_attempt' },
  // An object that is gone, or not in the state we assumed: the next attempt uses the state it finds.
  {
    error: errors.StripeInvalidRequestError,
    codes: [
      'resource_missing',
      'not_found',
      'charge_already_refunded',
      'charge_disputed',
      'insufficient_capabilities_for_transfer',
      'payment_intent_unexpected_state',
      'payment_method_not_available',
      'payment_method_unexpected_state',
    ],
    definitive: true,
    remedy: 'new_attempt',
  },
  // Any other problem with a request: our balance, our account, our code.
  { error: errors.StripeInvalidRequestError, definitive: true, remedy: 'person' },
  { error: errors.StripeAuthenticationError, definitive: false, remedy: 'person' },
  { error: errors.StripePermissionError, definitive: false, remedy: 'person' },
  {
    error: errors.StripeIdempotencyError,
    codes: ['idempotency_key_in_use'],
    definitive: false,
    remedy: 'wait',
  },
  { error: errors.StripeIdempotencyError, definitive: false, remedy: 'person' },
  { error: errors.StripeRateLimitError, definitive: false, remedy: 'wait' },
  { error: errors.StripeConnectionError, definitive: false, remedy: 'wait' },
  { error: errors.StripeAPIError, definitive: false, remedy: 'wait' },
  // From the newer API, which opens accounts; it does not store failures under a key.
  { error: errors.RateLimitError, definitive: false, remedy: 'wait' },
  { error: errors.BlockedByStripeError, definitive: true, remedy: 'person' },
  { error: errors.CannotProceedError, definitive: true, remedy: 'person' },
  { error: errors.CapabilityNotEnabledError, definitive: true, remedy: 'person' },
  { error: errors.ControlledByAlternateResourceError, definitive: true, remedy: 'person' },
  { error: errors.FeatureNotEnabledError, definitive: true, remedy: 'person' },
  { error: errors.QuotaExceededError, definitive: true, remedy: 'person' },
  // Anything Stripe adds later: nothing is known, and someone should look.
  { error: errors.StripeError, definitive: false, remedy: 'person' },
]

/** Returns the row for an error; null for anything that is not a Stripe response (a broken connection, a bug). */
export const ruleFor = (error: unknown, code: string | null): FailureRule | null =>
  FAILURES.find(
    (rule) =>
      error instanceof rule.error &&
      (rule.codes === undefined || (code !== null && rule.codes.includes(code))),
  ) ?? null
