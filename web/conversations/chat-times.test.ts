import { describe, expect, it } from 'vitest'
import { dayLabel, longAgo, sameDay, shortAgo } from './chat-times.ts'

// Local times on purpose: the viewer's own calendar decides what "Yesterday" is.
const now = new Date(2026, 5, 18, 15, 0, 0)
const at = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(...parts).toISOString()
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('short times of the conversation list', () => {
  it('count minutes, then hours of the same day', () => {
    expect(shortAgo(ago(20_000), now)).toBe('now')
    expect(shortAgo(ago(4 * MINUTE), now)).toBe('4m')
    expect(shortAgo(ago(59 * MINUTE + 59_000), now)).toBe('59m')
    expect(shortAgo(ago(2 * HOUR), now)).toBe('2h')
  })
  it('read Yesterday by calendar day, not by 24 hours', () => {
    expect(shortAgo(at(2026, 5, 17, 23, 0), now)).toBe('Yesterday')
    expect(shortAgo(at(2026, 5, 17, 0, 1), now)).toBe('Yesterday')
    expect(shortAgo(at(2026, 5, 16, 23, 59), now)).toBe('2d')
  })
  it('keep counting hours shortly after midnight', () => {
    const small = new Date(2026, 5, 18, 1, 0, 0)
    expect(shortAgo(at(2026, 5, 17, 23, 0), small)).toBe('2h')
  })
  it('continue with days, then weeks, and finally the date', () => {
    expect(shortAgo(at(2026, 5, 12, 12), now)).toBe('6d')
    expect(shortAgo(at(2026, 5, 4, 12), now)).toBe('2w')
    expect(shortAgo(at(2025, 5, 3, 12), now)).toBe('Jun\u00a03,\u00a02025')
  })
  it('never show a time in the future when the local clock is slow', () => {
    expect(shortAgo(ago(-5 * MINUTE), now)).toBe('now')
    expect(longAgo(ago(-5 * MINUTE), now)).toBe('just now')
  })
})

describe('times in words', () => {
  it('count whole units, rounded down', () => {
    expect(longAgo(ago(59_000), now)).toBe('just now')
    expect(longAgo(ago(4 * MINUTE + 50_000), now)).toBe('4 minutes ago')
    expect(longAgo(ago(HOUR), now)).toBe('1 hour ago')
    expect(longAgo(ago(3 * 24 * HOUR + HOUR), now)).toBe('3 days ago')
  })
})

describe('day separators', () => {
  it('name the day, and the year only if it is not the current one', () => {
    expect(dayLabel(at(2026, 5, 18, 0, 5), now)).toBe('Today')
    expect(dayLabel(at(2026, 5, 17, 23, 5), now)).toBe('Yesterday')
    expect(dayLabel(at(2026, 5, 15, 12), now)).toBe('Monday, Jun\u00a015')
    expect(dayLabel(at(2025, 5, 15, 12), now)).toBe('Sunday, Jun\u00a015,\u00a02025')
  })
  it('tell days apart at midnight', () => {
    expect(sameDay(at(2026, 5, 17, 23, 59), at(2026, 5, 18, 0, 1))).toBe(false)
    expect(sameDay(at(2026, 5, 18, 0, 1), at(2026, 5, 18, 23, 59))).toBe(true)
  })
})
