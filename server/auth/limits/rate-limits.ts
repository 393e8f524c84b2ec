import type { AuthErrorCode, AuthRate } from '#contract/auth.ts'
import type { Queryable } from '#server/db/pool.ts'
import { networkOf } from '#server/limits/network.ts'
import {
  type Buckets,
  GUESSES,
  PASSING,
  returnToken,
  takeToken,
} from '#server/limits/token-buckets.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'

/** Limits by what they protect. Every refusal is a 429 with a Retry-After. */
export interface RateLimits {
  /** One request of this kind from this client address. */
  request(rate: AuthRate, ip: string, now: Date): Promise<void>
  /** One mail requested from this client address, for any recipient, and whether or not it will be sent. */
  mail(ip: string, now: Date): Promise<void>
  /** One guess at an account's secret. */
  attempt(secret: GuessedSecret, guesser: Guesser, now: Date): Promise<void>
  /** Takes a guess back because it was right. */
  attemptWasRight(secret: GuessedSecret, guesser: Guesser): Promise<void>
}

/** Secrets that can be guessed. Each has its own limit: guessing passwords does not use up the attempts at a mailed code. */
export type GuessedSecret = 'password' | 'code' | 'factor' | 'recovery_code'

/** The message for someone who guessed too often. */
const REFUSALS = {
  password: 'over_request_rate_limit',
  code: 'over_request_rate_limit',
  factor: 'over_request_rate_limit',
  recovery_code: 'mfa_recovery_codes_locked',
} as const satisfies Record<GuessedSecret, AuthErrorCode>

/** Who is guessing, and at which account. */
export interface Guesser {
  /** A keyed hash of the account's address, also for an address without an account. */
  account: string
  ip: string
  /** A device that was signed in to the account (known-device.ts): it has its own attempts. Null for any stranger. */
  device: string | null
}

export function createRateLimits(pool: Queryable, settings: AuthSettings): RateLimits {
  async function take(
    rate: AuthRate,
    key: string,
    now: Date,
    refusal: AuthErrorCode = 'over_request_rate_limit',
    buckets: Buckets = PASSING,
  ): Promise<void> {
    const rule = settings.rates[rate]
    if (rule === undefined) return
    const wait = await takeToken(pool, `${rate}:${key}`, rule, now, buckets)
    if (wait > 0) throw new AuthError(refusal, { retryAfter: wait })
  }
  return {
    request: (rate, ip, now) => take(rate, networkOf(ip), now),
    mail: (ip, now) => take('mails', networkOf(ip), now, 'over_email_send_rate_limit'),
    async attempt(secret, guesser, now) {
      for (const { rate, key } of countsOf(secret, guesser))
        await take(rate, key, now, REFUSALS[secret], GUESSES)
    },
    async attemptWasRight(secret, guesser) {
      for (const { rate, key } of countsOf(secret, guesser)) {
        const rule = settings.rates[rate]
        if (rule !== undefined) await returnToken(pool, `${rate}:${key}`, rule, GUESSES)
      }
    },
  }
}

/**
 * What an attempt counts against. A stranger's attempt counts for their network and for all strangers together, so
 * neither a neighbour nor a crowd locks out the owner's known device.
 */
function countsOf(
  secret: GuessedSecret,
  { account, ip, device }: Guesser,
): { rate: 'attempts' | 'attemptsAll'; key: string }[] {
  const target = `${secret}:${account}`
  if (device !== null) return [{ rate: 'attempts', key: `${target}:device:${device}` }]
  return [
    { rate: 'attempts', key: `${target}:${networkOf(ip)}` },
    { rate: 'attemptsAll', key: target },
  ]
}
