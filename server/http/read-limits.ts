import type { RouteKey } from '#contract/api.ts'
import { READ_ADDRESS_RATES, READ_RATES, type ReadRate, readRateOf } from '#contract/rate-limits.ts'
import { networkOf } from '#server/limits/network.ts'
import { AppError } from './app-error.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'

/** Who reads, from where, and when. Nobody is signed in where `accountId` is null. */
export interface Reader {
  accountId: string | null
  ip: string
  now: Date
}

/** Limits on calls that only read. A refusal is a 429 that says when to come again. */
export interface ReadLimits {
  /** Throws request.too_many. */
  take(key: RouteKey, reader: Reader): void
}

/**
 * Counts in the memory of this process: what reads wear out is its event loop and its connections, and a statement for
 * each read would cost more than many of them do.
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
      // Whoever was refused for their account takes nothing from their neighbours.
      const wait = ofAccount || addresses[rate].take(networkOf(ip), at)
      if (wait > 0) throw new AppError('request.too_many', { retryAfter: wait })
    },
  }
}
