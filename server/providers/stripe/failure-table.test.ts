import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { FAILURES } from './failure-table.ts'
import { failureOf } from './failures.ts'
import { remedyOf } from './provider-failure.ts'

const { errors } = Stripe
const raw = (statusCode: number, code?: string, type = 'invalid_request_error') =>
  ({
    message: 'No.',
    type,
    statusCode,
    headers: {},
    ...(code === undefined ? {} : { code }),
  }) as never

test.each([
  [
    'a declined card',
    new errors.StripeCardError(raw(402, 'card_declined', 'card_error')),
    true,
    'new_attempt',
  ],
  [
    'a customer who is gone',
    new errors.StripeInvalidRequestError(raw(400, 'resource_missing')),
    true,
    'new_attempt',
  ],
  [
    'an account that cannot receive',
    new errors.StripeInvalidRequestError(raw(400, 'insufficient_capabilities_for_transfer')),
    true,
    'new_attempt',
  ],
  [
    'a charge the bank has taken back',
    new errors.StripeInvalidRequestError(raw(400, 'charge_disputed')),
    true,
    'new_attempt',
  ],
  [
    'an amount above the limit',
    new errors.StripeInvalidRequestError(raw(400, 'amount_too_large')),
    true,
    'person',
  ],
  [
    'an empty balance',
    new errors.StripeInvalidRequestError(raw(400, 'balance_insufficient')),
    true,
    'person',
  ],
  ['a parameter nobody knows', new errors.StripeInvalidRequestError(raw(400)), true, 'person'],
  ['a wrong key', new errors.StripeAuthenticationError(raw(401)), false, 'person'],
  ['a key without the right', new errors.StripePermissionError(raw(403)), false, 'person'],
  [
    'a key in use',
    new errors.StripeIdempotencyError(raw(409, 'idempotency_key_in_use', 'idempotency_error')),
    false,
    'wait',
  ],
  [
    'a key with other parameters',
    new errors.StripeIdempotencyError(raw(400, undefined, 'idempotency_error')),
    false,
    'person',
  ],
  ['too many requests', new errors.StripeRateLimitError(raw(429, 'rate_limit')), false, 'wait'],
  ['a broken provider', new errors.StripeAPIError(raw(500, undefined, 'api_error')), false, 'wait'],
  ['a broken line', new errors.StripeConnectionError(raw(0)), false, 'wait'],
  ['no answer of Stripe at all', new TypeError('fetch failed'), false, 'wait'],
  [
    'a type Stripe invents later',
    new errors.StripeError(raw(418, undefined, 'teapot_error')),
    false,
    'person',
  ],
] as const)('%s gets the right finality and remedy', (_, error, definitive, remedy) => {
  const failure = failureOf(error)
  expect(failure).toMatchObject({ definitive, remedy })
  expect(remedyOf(failure)).toBe(remedy)
})

test('an error after which money may have moved is never definitive', () => {
  const unsure = [
    errors.StripeAPIError,
    errors.StripeConnectionError,
    errors.StripeRateLimitError,
    errors.StripeIdempotencyError,
    errors.StripeAuthenticationError,
    errors.StripePermissionError,
  ]
  const wrong = FAILURES.filter(
    ({ error, definitive }) => definitive && unsure.some((type) => type === error),
  )
  expect(wrong).toEqual([])
})

test('every line of the table can be reached', () => {
  const seen = new Set<string>()
  for (const { error, codes } of FAILURES) {
    for (const code of codes ?? ['any']) {
      const name = `${error.name} ${code}`
      expect(seen.has(name) || seen.has(`${error.name} any`), name).toBe(false)
      seen.add(name)
    }
  }
})
