import { describe, expect, test } from 'vitest'
import { APPLICATION_STATUSES } from '#contract/applications.ts'
import { DELIVERABLE_STATUSES } from '#contract/deliverables.ts'
import { INVITATION_STATUSES } from '#contract/invitations.ts'
import { PAYMENT_STATUSES } from '#contract/payments.ts'
import { PROJECT_STATUSES } from '#contract/projects.ts'
import { statusBadge, statusBadges, type StatusKind } from './status-badges.ts'

const statuses: Record<StatusKind, readonly string[]> = {
  project: PROJECT_STATUSES,
  application: APPLICATION_STATUSES,
  invitation: INVITATION_STATUSES,
  deliverable: DELIVERABLE_STATUSES,
  payment: PAYMENT_STATUSES,
}
const kinds = Object.keys(statuses) as StatusKind[]

const tonesOf = (kind: StatusKind) =>
  Object.fromEntries(Object.entries(statusBadges[kind]).map(([status, { tone }]) => [status, tone]))

describe('status badges', () => {
  test.each(kinds)(
    'every %s status of the contract has a badge, and no badge is left over',
    (kind) => {
      expect(Object.keys(statusBadges[kind]).toSorted()).toEqual(statuses[kind].toSorted())
    },
  )

  test.each(kinds)(
    'no two %s states have the same word and glyph, so that they differ without colour',
    (kind) => {
      const looks = Object.values(statusBadges[kind]).map((badge) => `${badge.word} ${badge.glyph}`)
      expect(new Set(looks).size).toBe(looks.length)
    },
  )

  test('a rejected deliverable reads "Needs revision"', () => {
    expect(statusBadge('deliverable', 'rejected')).toEqual({
      word: 'Needs revision',
      tone: 'red',
      glyph: 'return',
    })
  })

  test('project status: draft gray, active green, in_progress blue, completed purple, cancelled red', () => {
    expect(tonesOf('project')).toEqual({
      draft: 'gray',
      active: 'green',
      in_progress: 'blue',
      completed: 'purple',
      cancelled: 'red',
    })
  })

  test('deliverable status: pending yellow, approved green, rejected red', () => {
    expect(tonesOf('deliverable')).toEqual({
      pending: 'yellow',
      approved: 'green',
      rejected: 'red',
    })
  })

  test('payment status: "Payment Pending", "Held in Escrow", "Payment Released", refunded, failed', () => {
    const words = Object.values(statusBadges.payment).map(({ word }) => word)
    expect(words).toEqual([
      'Payment Pending',
      'Held in Escrow',
      'Payment Released',
      'Refunded',
      'Payment Failed',
    ])
  })

  test('only held money has the red lead tone', () => {
    const keyed = kinds.flatMap((kind) =>
      Object.entries(statusBadges[kind]).flatMap(([status, badge]) =>
        (badge.tone as string) === 'key' ? [status] : [],
      ),
    )
    expect(keyed).toEqual(['held_in_escrow'])
  })

  test('an unknown status is gray and keeps its own name', () => {
    expect(statusBadge('deliverable', 'in_dispute')).toEqual({
      word: 'In dispute',
      tone: 'gray',
      glyph: 'dashed-ring',
    })
  })
})
