import { describe, expect, it } from 'vitest'
import { timeLeftWords } from '#web/ui/time-left.ts'
import { createPace } from './pace.ts'

describe('the remaining time of an upload', () => {
  it('is not estimated in the first second, then follows the measured speed', () => {
    const pace = createPace()
    expect(pace.secondsLeft(0, 1_000, 0)).toBeNull()
    expect(pace.secondsLeft(50, 1_000, 500)).toBeNull()
    expect(pace.secondsLeft(100, 1_000, 1_000)).toBe(9)
    expect(pace.secondsLeft(200, 1_000, 2_000)).toBe(8)
  })

  it('disregards the earlier speed once the connection becomes slow', () => {
    const pace = createPace()
    for (let second = 0; second <= 10; second += 1)
      pace.secondsLeft(second * 100, 9_000, second * 1_000)
    for (let second = 11; second <= 25; second += 1)
      pace.secondsLeft(1_000 + (second - 10) * 10, 9_000, second * 1_000)
    expect(pace.secondsLeft(1_160, 9_000, 26_000)).toBeGreaterThan(700)
  })

  it('is estimated afresh when a chunk is resent, and unknown while nothing moves', () => {
    const pace = createPace()
    pace.secondsLeft(0, 1_000, 0)
    expect(pace.secondsLeft(500, 1_000, 5_000)).toBe(5)
    expect(pace.secondsLeft(300, 1_000, 6_000)).toBeNull()
    expect(pace.secondsLeft(300, 1_000, 9_000)).toBeNull()
    expect(pace.secondsLeft(400, 1_000, 10_000)).toBe(24)
  })

  it('is shown in seconds, then in minutes', () => {
    expect([0, 7, 12, 53, 56, 61, 600].map(timeLeftWords)).toEqual([
      '1 s left',
      '7 s left',
      '15 s left',
      '55 s left',
      '1 min left',
      '2 min left',
      '10 min left',
    ])
  })
})
