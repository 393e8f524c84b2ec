import { describe, expect, it } from 'vitest'
import {
  approvalReleases,
  openRevisions,
  openWorkBeside,
  releasesOnApproval,
  waitingForReview,
} from './open-work.ts'

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
  superseded_at: null,
})
const replaced = (id: string, created: number, by: number) => {
  const row = one(id, 'rejected', created, by)
  return { ...row, superseded_at: row.reviewed_at }
}

describe('the deliverables waiting for review', () => {
  it('are the pending ones, the earliest due first', () => {
    const list = [one('c', 'pending', 17), one('b', 'pending', 15), one('a', 'approved', 10, 11)]
    expect(waitingForReview(list).map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it('do not include those that a decided dispute has settled', () => {
    const list = [{ ...one('b', 'pending', 15), decided: true }, one('a', 'pending', 12)]
    expect(waitingForReview(list).map(({ id }) => id)).toEqual(['a'])
  })
})

describe('an open revision', () => {
  it('is a rejected delivery without a later one', () => {
    expect(openRevisions([one('a', 'rejected', 10, 11)])).toHaveLength(1)
  })

  it('is not a delivery that a newer one replaced', () => {
    expect(openRevisions([one('b', 'pending', 12), replaced('a', 10, 12)])).toEqual([])
    expect(releasesOnApproval([one('b', 'pending', 12), replaced('a', 10, 12)], 'b')).toBe(true)
  })

  it('is closed by the next delivery', () => {
    expect(openRevisions([one('b', 'pending', 12), one('a', 'rejected', 10, 11)])).toEqual([])
  })
})

describe('releasing on approval', () => {
  it('is suggested for the last delivery', () => {
    expect(releasesOnApproval([one('b', 'pending', 12), one('a', 'rejected', 10, 11)], 'b')).toBe(
      true,
    )
  })

  it('is not suggested while another delivery waits', () => {
    expect(releasesOnApproval([one('b', 'pending', 12), one('a', 'pending', 12)], 'b')).toBe(false)
  })

  it('is not suggested while a revision is open', () => {
    expect(releasesOnApproval([one('b', 'pending', 10), one('a', 'rejected', 10, 11)], 'b')).toBe(
      false,
    )
  })
})

describe('money that an approval would release', () => {
  const held = {
    status: 'held_in_escrow',
    moving: null,
    decided: false,
    disputed: false,
    deal_dispute_id: null,
  } as const
  const last = [one('b', 'pending', 12), one('a', 'rejected', 10, 11)]

  it('is held, and not disputed, decided on or already moving', () => {
    expect(approvalReleases(held, last, 'b')).toBe(true)
    for (const more of [
      { disputed: true },
      { deal_dispute_id: 'd' },
      { decided: true },
      { moving: 'refund' },
      { status: 'pending' },
    ] as const)
      expect(approvalReleases({ ...held, ...more }, last, 'b')).toBe(false)
    expect(approvalReleases(null, last, 'b')).toBe(false)
    expect(approvalReleases(undefined, last, 'b')).toBe(false)
  })

  it('is not released while other work is open', () => {
    expect(approvalReleases(held, [...last, one('c', 'pending', 12)], 'b')).toBe(false)
  })
})

describe('open work beside an approval', () => {
  it('is what waits for review or revision, without the approved delivery', () => {
    const [a, b, c] = [
      one('a', 'rejected', 10, 14),
      one('b', 'pending', 12),
      one('c', 'pending', 13),
    ]
    expect(openWorkBeside([c, b, a], 'c')).toEqual({ waiting: [b], revisions: [a] })
  })
})
