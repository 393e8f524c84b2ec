import type { RouteKey } from '#contract/api.ts'
import { READ_ADDRESS_RATES, READ_RATES, type ReadRate, readRateOf } from '#contract/rate-limits.ts'
import { networkOf } from '#server/limits/network.ts'
import { AppError } from './app-error.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'

/** Who reads, from where, and when. `accountId` is null for anonymous requests. */
export interface Reader {
  accountId: string | null
  ip: string
  now: Date
}

/** Rate limits on reads. A refusal is a 429 with Retry-After. */
export interface ReadLimits {
  /** Throws request.too_many. */
  take(key: RouteKey, reader: Reader): void
}

/**
 * Counted in this process's memory: reads use up its event loop and its connections, and a statement per read would
 * cost more than many of the reads do.
 */
export function createReadLimits(): ReadLimits {
  const bucketsOf = (rates: typeof READ_RATES | typeof READ_ADDRESS_RATES) => ({
    read: createLocalBuckets(rates.read),
    search: createLocalBuckets(rates.search),
  })
  const accounts = bucketsOf(READ_RATES)
  const addresses = bucketsOf(READ_ADDRESS_RATES)
  return {
    take(key, { accountId, ip, now }) {
      const rate: ReadRate = readRateOf(key)
      const at = now.getTime()
      const ofAccount = accountId === null ? 0 : accounts[rate].take(accountId, at)
      // A request refused by its account's limit does not consume its network's budget.
      const wait = ofAccount || addresses[rate].take(networkOf(ip), at)
      if (wait > 0) throw new AppError('request.too_many', { retryAfter: wait })
    },
  }
}
