import { expect, test } from 'vitest'
import { cancelledBefore } from '#contract/deal-sentences.ts'
import type { DealTold } from '#contract/deal-told.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { DESERTED } from '#web/payments/payment-words.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { DeliverablesTab } from './DeliverablesTab.tsx'
import type { useProjectDeliverables } from './use-deliverables.ts'

const nothingYet = { data: [], isPending: false } as unknown as ReturnType<
  typeof useProjectDeliverables
>

test.each(['refunded', null] as const)(
  'a project cancelled before any delivery says so, with its payment %s',
  (status) => {
    const words = wordsOf(
      <DeliverablesTab
        project={
          {
            status: 'cancelled',
            timeline: { accepted_at: '2026-06-03T09:40:00Z' },
          } as ProjectDetail
        }
        told={{} as DealTold}
        query={nothingYet}
        payment={status && ({ status } as Payment)}
      />,
    )
    expect(words).toContain(cancelledBefore('delivered'))
  },
)

test.each([
  ['active', 2, 'See Applications'],
  ['active', 0, 'Find Creators'],
  ['draft', 0, 'Publish'],
] as const)(
  'without a creator, a project that is %s with %i applications leads to: %s',
  (status, application_count, step) => {
    const words = wordsOf(
      <DeliverablesTab
        project={
          {
            id: 'p',
            status,
            application_count,
            timeline: { accepted_at: null },
          } as ProjectDetail
        }
        told={{} as DealTold}
        query={nothingYet}
        payment={null}
      />,
    )
    expect(words).toContain('Accept a creator first')
    expect(words).toContain(step)
  },
)

const waiting = {
  id: 'd',
  status: 'pending',
  version: 1,
  file_name: 'reel.pdf',
  file_type: 'application/pdf',
  file_size: 1_000,
  file_count: 1,
  files: [],
  openings: [],
  created_at: '2026-06-05T09:40:00Z',
  review_from: '2026-06-05T09:40:00Z',
  review_outcome: 'approve',
} as unknown as Deliverable

test.each([
  ['held_in_escrow', null, false, true],
  ['held_in_escrow', null, true, false],
  ['held_in_escrow', 'refund', false, false],
  ['refunded', null, false, false],
] as const)(
  'work that waits, with its payment %s, moving %s and only a rest %s, can be answered: %s',
  (status, moving, is_rest, answered) => {
    const words = wordsOf(
      <DeliverablesTab
        project={
          {
            status: 'in_progress',
            timeline: { accepted_at: '2026-06-03T09:40:00Z' },
          } as ProjectDetail
        }
        told={{ facts: { project: 'in_progress', money: null } } as DealTold}
        query={{ data: [waiting], isPending: false } as unknown as typeof nothingYet}
        payment={{ status, moving, is_rest } as Payment}
      />,
    )
    expect(words.includes('To review')).toBe(answered)
    expect(words.includes('Approve')).toBe(answered)
    expect(words.includes('Request revision')).toBe(answered)
    expect(words.includes('Handed in')).toBe(!answered)
    expect(words).toContain('reel.pdf')
  },
)

test.each([true, false])(
  'of an unpaid deal whose creator has left (%s), nothing is expected',
  (left) => {
    const words = wordsOf(
      <DeliverablesTab
        project={
          {
            id: 'p',
            status: 'in_progress',
            timeline: { accepted_at: '2026-06-03T09:40:00Z' },
            ...(left ? { creator_left: true } : {}),
          } as ProjectDetail
        }
        told={{} as DealTold}
        query={nothingYet}
        payment={null}
      />,
    )
    expect(words.includes('Go to Payment')).toBe(!left)
    expect(words.includes('hands the work in here')).toBe(!left)
    expect(words.includes(DESERTED)).toBe(left)
  },
)
