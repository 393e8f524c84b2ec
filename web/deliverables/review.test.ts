import { describe, expect, it } from 'vitest'
import { reviewBy, timeLeft } from './review.ts'

describe('the time to review', () => {
  it('gives the owner seven days and counts them down', () => {
    expect(reviewBy('2026-06-17T12:00:00Z')).toBe('2026-06-24T12:00:00.000Z')
    expect(timeLeft('2026-06-17T12:00:00Z', new Date('2026-06-17T12:01:00Z'))).toBe('7 days left')
    expect(timeLeft('2026-06-17T12:00:00Z', new Date('2026-06-18T12:00:00Z'))).toBe('6 days left')
    expect(timeLeft('2026-06-17T12:00:00Z', new Date('2026-06-23T12:00:00Z'))).toBe('1 day left')
  })

  it('counts the last day in hours and the last hour in minutes', () => {
    const at = (now: string) => timeLeft('2026-06-17T12:00:00Z', new Date(now))
    expect(at('2026-06-23T12:00:01Z')).toBe('24 hours left')
    expect(at('2026-06-24T10:30:00Z')).toBe('2 hours left')
    expect(at('2026-06-24T11:00:00Z')).toBe('1 hour left')
    expect(at('2026-06-24T11:59:10Z')).toBe('1 minute left')
    expect(at('2026-06-24T12:00:00Z')).toBe('Time is up')
  })
})
