import { type StripeErrorBody, StripeFailure, brokenInside } from './failures.ts'
import type { SandboxState } from './state.ts'

/**
 * Faults on demand. Each row of the table is one switch of the dashboard and of `/_control/switches`; a new fault is a
 * new row. An armed switch strikes the next calls that match and counts down.
 */

/** When a fault strikes: instead of the work, during it, or after it is done and stored under its key. */
export type Fault =
  | { at: 'before'; does: 'answer'; failure: () => StripeFailure }
  | { at: 'before' | 'after'; does: 'hang' | 'reset' }
  | { at: 'after'; does: 'answer'; failure: () => StripeFailure }
  /** The call succeeds, but not as usual; the object checks `sandbox.bent` for the switch's name. */
  | { at: 'within'; does: 'bend' }

/** One row of the table. */
export interface Switch {
  name: string
  label: string
  help: string
  /** The calls it strikes by default: a method and path, or every call that changes something. */
  target: string | null
  fault: Fault
}

const refusal = (status: number, body: StripeErrorBody, kept: boolean) => () =>
  new StripeFailure(status, body, { kept })

/** All switches. */
export const SWITCHES: readonly Switch[] = [
  {
    name: 'fail_next_transfer',
    label: 'Fail next transfer',
    help: 'Refuses for lack of funds; a definitive failure.',
    target: 'POST /v1/transfers',
    fault: {
      at: 'before',
      does: 'answer',
      failure: refusal(
        400,
        {
          type: 'invalid_request_error',
          code: 'balance_insufficient',
          message: 'You have insufficient available funds in your Stripe account.',
        },
        true,
      ),
    },
  },
  {
    name: 'fail_next_refund',
    label: 'Fail next refund',
    help: 'Refuses it; a definitive failure.',
    target: 'POST /v1/refunds',
    fault: {
      at: 'before',
      does: 'answer',
      failure: refusal(
        400,
        {
          type: 'invalid_request_error',
          code: 'charge_not_refundable',
          message: 'This charge cannot be refunded at the moment.',
        },
        true,
      ),
    },
  },
  {
    name: 'refund_pending',
    label: 'Next refund takes its time',
    help: 'Answers pending; let it arrive or fail below.',
    target: 'POST /v1/refunds',
    fault: { at: 'within', does: 'bend' },
  },
  {
    name: 'error_before',
    label: '500 before the work',
    help: 'Nothing happens; the 500 is kept under the key.',
    target: null,
    fault: { at: 'before', does: 'answer', failure: brokenInside },
  },
  {
    name: 'error_after',
    label: '500 after the work',
    help: 'It happens; the 500 is kept under the key.',
    target: null,
    fault: { at: 'after', does: 'answer', failure: brokenInside },
  },
  {
    name: 'timeout_before',
    label: 'Never answer, before the work',
    help: 'Nothing happens and nothing is kept.',
    target: null,
    fault: { at: 'before', does: 'hang' },
  },
  {
    name: 'timeout_after',
    label: 'Never answer, after the work',
    help: 'It happens and the answer is kept under the key.',
    target: null,
    fault: { at: 'after', does: 'hang' },
  },
  {
    name: 'reset_after',
    label: 'Cut the line after the work',
    help: 'It happens, the connection is reset.',
    target: null,
    fault: { at: 'after', does: 'reset' },
  },
  {
    name: 'refuse_request',
    label: 'Refuse the request',
    help: 'As if our account could not do it; a definitive failure, kept under the key.',
    target: null,
    fault: {
      at: 'before',
      does: 'answer',
      failure: refusal(
        400,
        {
          type: 'invalid_request_error',
          code: 'account_invalid',
          message: 'Your account cannot currently make charges.',
        },
        true,
      ),
    },
  },
  {
    name: 'wrong_key',
    label: '401 wrong secret key',
    help: 'As if our key had been rolled; not kept.',
    target: null,
    fault: {
      at: 'before',
      does: 'answer',
      failure: refusal(
        401,
        { type: 'invalid_request_error', message: 'Expired API Key provided: sk_test_********' },
        false,
      ),
    },
  },
  {
    name: 'locked',
    label: '409 key in use',
    help: 'As if the same key were being worked on; not kept.',
    target: null,
    fault: {
      at: 'before',
      does: 'answer',
      failure: refusal(
        409,
        {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message:
            'There is currently another in-progress request using this Idempotent Key. Please try again later.',
        },
        false,
      ),
    },
  },
  {
    name: 'rate_limited',
    label: '429 too many requests',
    help: 'Not kept.',
    target: null,
    fault: {
      at: 'before',
      does: 'answer',
      failure: refusal(
        429,
        {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message:
            'Request rate limit exceeded. Learn more about rate limits at https://stripe.com/docs/rate-limits.',
        },
        false,
      ),
    },
  },
]

/** Arms a switch, replacing an earlier setting. `times` 0 turns it off. False for an unknown name. */
export function setSwitch(
  state: SandboxState,
  name: string,
  times: number,
  target?: string,
): boolean {
  const known = SWITCHES.find((row) => row.name === name)
  if (known === undefined) return false
  state.switches = state.switches.filter((setting) => setting.name !== name)
  if (times > 0) state.switches.push({ name, times, target: target ?? known.target })
  return true
}

/**
 * Takes the first armed fault for this call and counts it down; null if there is none. `call` is "POST /v1/transfers".
 */
export function takeFault(state: SandboxState, call: string): Switch | null {
  const matching = state.switches.find((setting) =>
    setting.target === null ? !call.startsWith('GET ') : setting.target === call,
  )
  if (matching === undefined) return null
  matching.times -= 1
  if (matching.times <= 0) state.switches = state.switches.filter((setting) => setting !== matching)
  return SWITCHES.find((row) => row.name === matching.name) ?? null
}
