import { AuthRetryableFetchError } from '@supabase/auth-js'
import { describe, expect, test } from 'vitest'
import { ApiError, errorCode, errorFromAnswer, mayPass, messageOf, unreachable } from './errors.ts'
import { retryDelay, shouldRetry } from './query-client.ts'

const problem = {
  status: 422,
  code: 'request.invalid',
  message: 'Please check the highlighted fields.',
  fields: { proposed_price: 'Minimum is $1.00' },
  request_id: 'r-1',
}

describe('an API error', () => {
  test('keeps its status, code, message, fields and request id', () => {
    const error = errorFromAnswer(422, problem)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 422,
      code: 'request.invalid',
      message: 'Please check the highlighted fields.',
      fields: { proposed_price: 'Minimum is $1.00' },
      requestId: 'r-1',
    })
  })

  test('has no fields when the response has none', () => {
    expect(
      errorFromAnswer(404, { code: 'request.not_found', message: 'Not found.' }).fields,
    ).toEqual({})
  })

  test.each([undefined, '<html>Bad gateway</html>', { error: 'nope' }, null])(
    'with the body %j still has a message',
    (body) => {
      const error = errorFromAnswer(502, body)
      expect(error.code).toBe('answer.unreadable')
      expect(error.message).toBe('Something went wrong on our side. Please try again.')
    },
  )
})

describe('retries of a failed call', () => {
  test('follow a missing response or a server error', () => {
    expect(mayPass(unreachable())).toBe(true)
    expect(mayPass(errorFromAnswer(503, undefined))).toBe(true)
  })

  test('never follow a 4xx refusal', () => {
    for (const status of [400, 401, 403, 404, 409, 422, 429]) {
      expect(shouldRetry(0, errorFromAnswer(status, problem))).toBe(false)
    }
  })

  test('happen at most three times', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, unreachable()))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('wait 1, 2 and 4 seconds, and never more than 30', () => {
    expect([0, 1, 2, 20].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 30_000])
  })
})

test('an Error is shown with its own message, any other failure with a general one', () => {
  expect(messageOf(new Error('Invalid login credentials'))).toBe('Invalid login credentials')
  expect(messageOf('oops')).toBe('Something went wrong. Please try again.')
})

test('a failure that did not come from an API call has no code', () => {
  expect(errorCode(errorFromAnswer(422, problem))).toBe('request.invalid')
  expect(errorCode(new Error('x'))).toBeNull()
})

test('a missing response from the auth service is reported like any other, its own errors verbatim', () => {
  expect(messageOf(new AuthRetryableFetchError('Failed to fetch', 0))).toBe(unreachable().message)
  const busy = 'The service is briefly unavailable, please retry after a moment.'
  expect(messageOf(new AuthRetryableFetchError(busy, 503))).toBe(busy)
})
