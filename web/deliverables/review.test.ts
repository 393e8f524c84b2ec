import { hasOpenRevision } from '#contract/deal-reading.ts'
import { describe, expect, it } from 'vitest'
import { proposesRelease, reviewBy, timeLeft, waitingForReview } from './review.ts'

const one = (
  id: string,
  status: 'pending' | 'approved' | 'rejected',
  created: number,
  reviewed?: number,
) => ({
  id,
  status,
  created_at: `2026-06-${String(created).padStart(2, '0')}T12:00:00Z`,
  reviewed_at: reviewed ? `2026-06-${String(reviewed).padStart(2, '0')}T12:00:00Z` : null,
})

describe('what waits for review', () => {
  it('lists pending deliverables, the earliest due first', () => {
    const list = [one('c', 'pending', 17), one('b', 'pending', 15), one('a', 'approved', 10, 11)]
    expect(waitingForReview(list).map(({ id }) => id)).toEqual(['b', 'c'])
  })

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

describe('an open revision', () => {
  it('is a rejected delivery without a later one', () => {
    expect(hasOpenRevision([one('a', 'rejected', 10, 11)])).toBe(true)
  })

  it('is closed by the next delivery', () => {
    expect(hasOpenRevision([one('b', 'pending', 12), one('a', 'rejected', 10, 11)])).toBe(false)
  })
})

describe('releasing on approval', () => {
  it('is suggested for the last delivery', () => {
    expect(proposesRelease([one('b', 'pending', 12), one('a', 'rejected', 10, 11)], 'b')).toBe(true)
  })

  it('is not suggested while another delivery waits', () => {
    expect(proposesRelease([one('b', 'pending', 12), one('a', 'pending', 12)], 'b')).toBe(false)
  })

  it('is not suggested while a revision is open', () => {
    expect(proposesRelease([one('b', 'pending', 10), one('a', 'rejected', 10, 11)], 'b')).toBe(
      false,
    )
  })
})
