import { createHash } from 'node:crypto'
import { StripeFailure, type StripeErrorBody } from './failures.ts'
import type { SandboxState } from './state.ts'
import type { KeptAnswer } from './stored.ts'

/** Stripe may forget a key once it is this old; the sandbox always does, which is the harder case. */
const KEY_LIFE_MS = 24 * 60 * 60 * 1000
const MAX_KEY_LENGTH = 255

/** A fingerprint of parameters that does not depend on their order. */
export function hashParams(params: unknown): string {
  return createHash('sha256').update(canonical(params)).digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/**
 * The response stored for a key, or null when the call must be executed. Throws Stripe's failures for a key that is too
 * long or was first used for another call or with other parameters.
 */
export function keptAnswer(
  state: SandboxState,
  key: string,
  call: { call: string; params_hash: string; now: Date },
): KeptAnswer | null {
  if (key.length > MAX_KEY_LENGTH) {
    throw mismatch(`Idempotency keys may be at most ${MAX_KEY_LENGTH} characters long.`)
  }
  const kept = state.kept_answers[key]
  if (kept === undefined) return null
  if (call.now.getTime() - kept.kept_at >= KEY_LIFE_MS) {
    delete state.kept_answers[key]
    return null
  }
  if (kept.call !== call.call) {
    throw mismatch(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${call.call}' vs '${kept.call}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  if (kept.params_hash !== call.params_hash) {
    throw mismatch(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  return kept
}

/**
 * Whether a response is stored: for v1 every response of an endpoint that began executing, errors included; for v2 only
 * success, because a failed v2 call is executed again under its key.
 */
export function isKept(api: 'v1' | 'v2', status: number, failure: StripeFailure | null): boolean {
  if (failure !== null && !failure.kept) return false
  return api === 'v1' || status < 400
}

/** Deletes expired keys, so that the state does not grow forever. */
export function pruneKeys(state: SandboxState, now: Date): void {
  for (const [key, kept] of Object.entries(state.kept_answers)) {
    if (now.getTime() - kept.kept_at >= KEY_LIFE_MS) delete state.kept_answers[key]
  }
}

function mismatch(message: string): StripeFailure {
  const body: StripeErrorBody = { type: 'idempotency_error', message }
  return new StripeFailure(400, body, { kept: false })
}
