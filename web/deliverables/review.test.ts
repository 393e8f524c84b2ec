import { describe, expect, it } from 'vitest'
import { answeredBy, approvedAfter, reviewBy, timeLeft } from './review.ts'

it('names the version of the same deal that was approved after a rejected one', () => {
  const [first, second, third] = [
    { project_id: 'p', version: 1, status: 'rejected' },
    { project_id: 'p', version: 2, status: 'rejected' },
    { project_id: 'p', version: 3, status: 'approved' },
  ] as const
  expect(approvedAfter(first, [third, second, first])).toBe(3)
  expect(approvedAfter(first, [second, first])).toBeUndefined()
  expect(approvedAfter(third, [third, second, first])).toBeUndefined()
  expect(approvedAfter({ ...first, project_id: 'q' }, [third, second, first])).toBeUndefined()
})

it('names the version of the same deal that followed a rejected one, until one is approved', () => {
  const open = { superseded_at: null, decided: false }
  const [first, second, other, third] = [
    { ...open, project_id: 'p', version: 1, status: 'rejected' },
    { ...open, project_id: 'p', version: 2, status: 'rejected' },
    { ...open, project_id: 'q', version: 3, status: 'pending' },
    { ...open, project_id: 'p', version: 3, status: 'approved' },
  ] as const
  expect(answeredBy(first, [other, second, first])).toBe(2)
  expect(answeredBy(second, [other, second, first])).toBeUndefined()
  expect(answeredBy(first, [third, second, first])).toBeUndefined()
  expect(answeredBy({ ...first, status: 'pending' }, [second, first])).toBeUndefined()
  expect(answeredBy({ ...first, decided: true }, [second, first])).toBeUndefined()
})

describe('the time to review', () => {
  it('is seven days, counted down', () => {
    expect(reviewBy('2026-06-17T12:00:00Z')).toBe('2026-06-24T12:00:00.000Z')
    expect(timeLeft('2026-06-17T12:00:00Z', new Date('2026-06-17T12:01:00Z'))).toBe('7 days left')
    expect(timeLeft('2026-06-17T12:00:00Z', new Date('2026-06-18T12:00:00Z'))).toBe('6 days left')
    expect(timeLeft('2026-06-17T12:00:00Z', new Date('2026-06-23T12:00:00Z'))).toBe('1 day left')
  })

  it('is counted in hours on the last day and in minutes in the last hour', () => {
    const at = (now: string) => timeLeft('2026-06-17T12:00:00Z', new Date(now))
    expect(at('2026-06-23T12:00:01Z')).toBe('24 hours left')
    expect(at('2026-06-24T10:30:00Z')).toBe('2 hours left')
    expect(at('2026-06-24T11:00:00Z')).toBe('1 hour left')
    expect(at('2026-06-24T11:59:10Z')).toBe('1 minute left')
    expect(at('2026-06-24T12:00:00Z')).toBe('Time is up')
  })
})
