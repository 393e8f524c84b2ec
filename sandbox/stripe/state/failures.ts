/**
 * The ways a call can fail, in Stripe's own words and shapes. `kept` says whether the response is stored under the
 * idempotency key: Stripe stores every response of an endpoint that began executing, and nothing for wrong keys, wrong
 * parameters, lock conflicts and rate limits.
 */

/** The content of `{ error: … }`. */
export interface StripeErrorBody {
  type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
  doc_url?: string
}

/** Thrown by anything that handles an API call; becomes the response. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: StripeErrorBody
  readonly kept: boolean
  readonly headers: Record<string, string>

  constructor(
    status: number,
    body: StripeErrorBody,
    options: { kept: boolean; headers?: Record<string, string> },
  ) {
    super(body.message)
    this.name = 'StripeFailure'
    this.status = status
    this.body = body
    this.kept = options.kept
    this.headers = options.headers ?? {}
  }
}

/** 400 for malformed parameters: never reaches the endpoint, never stored. */
export function wrongParameter(message: string, param: string, code: string): StripeFailure {
  return new StripeFailure(
    400,
    { type: 'invalid_request_error', message, param, code },
    { kept: false },
  )
}

/** 400 for a well-formed request that is impossible. Stored under the key. */
export function cannot(
  message: string,
  details: { code?: string; param?: string } = {},
): StripeFailure {
  return new StripeFailure(
    400,
    { type: 'invalid_request_error', message, ...details },
    { kept: true },
  )
}

/** 404 `resource_missing` when the path names the object, 400 when a parameter does, as Stripe does. */
export function noSuch(what: string, id: string, param = 'id'): StripeFailure {
  const status = param === 'id' ? 404 : 400
  return new StripeFailure(
    status,
    {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${what}: '${id}'`,
      param,
    },
    { kept: true },
  )
}

/** 402: the bank declined, or the card holder must authenticate. */
export function cardError(body: Omit<StripeErrorBody, 'type'>): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', ...body }, { kept: true })
}

/** 401 for a missing or wrong secret key. */
export function unauthorized(message: string): StripeFailure {
  return new StripeFailure(401, { type: 'invalid_request_error', message }, { kept: false })
}

/** 403 for a connected account that the key does not reach, or that does not exist. */
export function noAccess(account: string): StripeFailure {
  return new StripeFailure(
    403,
    {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    },
    { kept: false },
  )
}

/** 404 for an unknown address. Never a 200: a client must notice a missing route. */
export function unrecognizedUrl(method: string, path: string): StripeFailure {
  return new StripeFailure(
    404,
    {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    },
    { kept: false },
  )
}

/** 500, stored under the key and marked as pointless to retry, as Stripe marks it. */
export function brokenInside(): StripeFailure {
  return new StripeFailure(
    500,
    {
      type: 'api_error',
      message: 'An unknown error occurred. (Stripe sandbox: this one was asked for.)',
    },
    { kept: true, headers: { 'stripe-should-retry': 'false' } },
  )
}
