import Stripe from 'stripe'
import type { Remedy } from './provider-failure.ts'

const { errors } = Stripe

/** One line of the table: which errors, whether they surely had no effect, and who can do something about it. */
export interface FailureRule {
  error: new (raw: never) => Error
  /** Stripe's codes this line is about; absent: all that no earlier line names. */
  codes?: readonly string[]
  /** The call surely did nothing and goes on failing under its key. */
  definitive: boolean
  remedy: Remedy
}

/**
 * Every way a call can end badly, by Stripe's error types; the first line that fits counts. Definitive are only the
 * answers by which Stripe says that it looked at the request and will not do it. A wrong key of ours (401, 403) and a
 * key used with other parameters are not: under the same idempotency key the money may have moved before, so a new
 * attempt could move it twice.
 */
export const FAILURES: readonly FailureRule[] = [
  // The card's bank said no: its holder takes another card, or tries again.
  { error: errors.StripeCardError, definitive: true, remedy: 'new_attempt' },
  // An object that is gone, or not in the state we took it to be in: the next attempt names what is there then.
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
  // Everything else that is wrong with a request: our balance, our account, our code.
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
  // Of the newer API, which opens accounts; it remembers no failure under a key.
  { error: errors.RateLimitError, definitive: false, remedy: 'wait' },
  { error: errors.BlockedByStripeError, definitive: true, remedy: 'person' },
  { error: errors.CannotProceedError, definitive: true, remedy: 'person' },
  { error: errors.CapabilityNotEnabledError, definitive: true, remedy: 'person' },
  { error: errors.ControlledByAlternateResourceError, definitive: true, remedy: 'person' },
  { error: errors.FeatureNotEnabledError, definitive: true, remedy: 'person' },
  { error: errors.QuotaExceededError, definitive: true, remedy: 'person' },
  // Anything Stripe invents later: nothing is known, and somebody should look.
  { error: errors.StripeError, definitive: false, remedy: 'person' },
]

/** The line for an error; null for what is no answer of Stripe's at all (a broken line, a bug). */
export const ruleFor = (error: unknown, code: string | null): FailureRule | null =>
  FAILURES.find(
    (rule) =>
      error instanceof rule.error &&
      (rule.codes === undefined || (code !== null && rule.codes.includes(code))),
  ) ?? null
