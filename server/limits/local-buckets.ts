import type { RateRule } from '#contract/auth.ts'

/** Token buckets in this process's memory, for what must not cost a statement: reads, pages, connections. */
export interface LocalBuckets {
  /** Takes one token of a key. Returns 0, or the seconds until there is one. `now` in ms. */
  take(key: string, now: number): number
}

interface Bucket {
  tokens: number
  /** In ms. */
  refilledAt: number
}

/** Some 150 bytes each. Anyone with that many addresses could afford the requests anyway. */
const REMEMBERED = 20_000

/**
 * Buckets of one rule. Beyond `remembered` keys the least recently used one is evicted; it is full again when it
 * returns.
 */
export function createLocalBuckets(rule: RateRule, remembered = REMEMBERED): LocalBuckets {
  const perMs = rule.refill / (rule.seconds * 1_000)
  const buckets = new Map<string, Bucket>()
  return {
    take(key, now) {
      const known = buckets.get(key)
      // Insertion order is the order of use: an entry that is set again moves to the end.
      buckets.delete(key)
      const { tokens, refilledAt } = known ?? { tokens: rule.burst, refilledAt: now }
      const passed = Math.max(0, now - refilledAt)
      const there = Math.min(rule.burst, tokens + passed * perMs)
      const isTaken = there >= 1
      buckets.set(key, {
        tokens: isTaken ? there - 1 : there,
        refilledAt: Math.max(now, refilledAt),
      })
      if (buckets.size > remembered) {
        const [oldest] = buckets.keys()
        if (oldest !== undefined) buckets.delete(oldest)
      }
      return isTaken ? 0 : Math.max(1, Math.ceil((1 - there) / perMs / 1_000))
    },
  }
}
