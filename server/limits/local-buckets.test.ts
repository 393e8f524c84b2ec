import { expect, test } from 'vitest'
import { createLocalBuckets } from './local-buckets.ts'

const RULE = { burst: 3, refill: 1, seconds: 10 }
const NOW = Date.UTC(2031, 0, 1)

test('the burst is available at once, then refills, and each key has its own', () => {
  const buckets = createLocalBuckets(RULE)
  const take = (ms: number, key = 'a') => buckets.take(key, NOW + ms)
  expect([take(0), take(0), take(0), take(0)]).toEqual([0, 0, 0, 10])
  expect(take(0, 'b')).toBe(0)
  expect(take(9_999)).toBe(1)
  expect(take(10_000)).toBe(0)
  expect(take(10_000)).toBe(10)
})

test('a bucket never exceeds the burst, and a clock set back refills nothing', () => {
  const buckets = createLocalBuckets(RULE)
  for (let turn = 0; turn < 3; turn += 1) expect(buckets.take('a', NOW)).toBe(0)
  const later = NOW + 3_600_000
  expect([0, 0, 0, 10]).toEqual([1, 2, 3, 4].map(() => buckets.take('a', later)))
  expect(buckets.take('a', NOW)).toBe(10)
  expect(buckets.take('a', later)).toBe(10)
})

test('the number of keys is bounded: the least recently used is evicted', () => {
  const buckets = createLocalBuckets({ burst: 1, refill: 1, seconds: 10 }, 2)
  expect([buckets.take('a', NOW), buckets.take('b', NOW)]).toEqual([0, 0])
  // Because it was used again, "a" is more recent than "b".
  expect(buckets.take('a', NOW)).toBe(10)
  expect(buckets.take('c', NOW)).toBe(0)
  expect(buckets.take('a', NOW)).toBe(10)
  expect(buckets.take('b', NOW)).toBe(0)
})
