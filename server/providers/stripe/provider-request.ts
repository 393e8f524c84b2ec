import { createHash } from 'node:crypto'
import type Stripe from 'stripe'

/** The calls that create something at the provider, with their SDK parameters; each is sent under a stored key. */
export interface RequestParams {
  checkout: Stripe.Checkout.SessionCreateParams
  saved_card: Stripe.PaymentIntentCreateParams
  transfer: Stripe.TransferCreateParams
  refund: Stripe.RefundCreateParams
  customer: Stripe.CustomerCreateParams
  payout_account: Stripe.V2.Core.AccountCreateParams
  card_setup: Stripe.Checkout.SessionCreateParams
  dispute_evidence: Stripe.DisputeUpdateParams
}
export type ProviderCallName = keyof RequestParams

/**
 * Exactly what a call sends, as plain JSON. It is stored with its key before the call, and a retry sends the stored
 * copy: whatever changes in the meantime (a name, a saved card, our own code), one key always has the same content.
 */
export interface ProviderRequest {
  call: ProviderCallName
  params: Record<string, unknown>
}

/** A request with the key it is sent under. */
export interface KeyedRequest {
  request: ProviderRequest
  idempotencyKey: string
}

/** SHA-256 over everything a request sends, independent of property order. */
export function requestHash(request: ProviderRequest): string {
  return createHash('sha256').update(canonical(request)).digest('hex')
}

/** Enough of the hash that no two requests of one intent collide; the provider allows 255 characters in total. */
const HASH_CHARACTERS = 16

/** An idempotency key that covers the whole request: `<intent>:<hash>`. */
export const requestKey = (intent: string, request: ProviderRequest): string =>
  `${intent}:${requestHash(request).slice(0, HASH_CHARACTERS)}`

/** JSON with sorted properties; absent and undefined are the same, as on the wire. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Returns a stored request's parameters, as the SDK takes them. Throws for a request of another call. */
export function paramsOf<Call extends ProviderCallName>(
  request: ProviderRequest,
  call: Call,
): RequestParams[Call] {
  if (request.call !== call) throw new Error(`a ${request.call} request was sent as ${call}`)
  // Built by requests.ts with the SDK's types, and stored as JSON afterwards.
  return request.params as unknown as RequestParams[Call]
}
