import {
  ADDRESS_RATE,
  WRITE_RATES,
  type WriteKey,
  type WriteRate,
  writeRateOf,
} from '#contract/rate-limits.ts'
import type { RateRule } from '#contract/auth.ts'
import { takeToken } from '#server/limits/token-buckets.ts'
import { networkOf } from '#server/limits/network.ts'
import type { Queryable } from '#server/db/pool.ts'
import { AppError } from './app-error.ts'

/** Who writes, from where, and when. */
export interface Writer {
  accountId: string
  ip: string
  now: Date
}

/** Rate limits on writes, shared by all processes. A refusal is a 429 with Retry-After. */
export interface WriteLimits {
  take(rate: WriteRate, writer: Writer): Promise<void>
  /** For a caller without an account: the class counts for their network. */
  takeOfNetwork(rate: WriteRate, from: Omit<Writer, 'accountId'>): Promise<void>
}

/** Uses the same token buckets as the auth service. */
export function createWriteLimits(pool: Queryable): WriteLimits {
  async function takeOne(key: string, rule: RateRule, now: Date): Promise<void> {
    const wait = await takeToken(pool, key, rule, now)
    if (wait > 0) throw new AppError('request.too_many', { retryAfter: wait })
  }
  return {
    async take(rate, { accountId, ip, now }) {
      await takeOne(`api.${rate}:${accountId}`, WRITE_RATES[rate], now)
      await takeOne(`api.address:${networkOf(ip)}`, ADDRESS_RATE, now)
    },
    async takeOfNetwork(rate, { ip, now }) {
      const network = networkOf(ip)
      await takeOne(`api.${rate}:address:${network}`, WRITE_RATES[rate], now)
      await takeOne(`api.address:${network}`, ADDRESS_RATE, now)
    },
  }
}

/** The rate class of a call; null for a read. */
export function writeRate(key: string): WriteRate | null {
  return (writeRateOf as Record<string, WriteRate | undefined>)[key as WriteKey] ?? null
}
