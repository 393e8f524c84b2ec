import { expect, test } from 'vitest'
import {
  ACCEPT_REFUSALS,
  type AcceptRefusal,
  type InvitationStatus,
  ONLY_DECLINABLE,
} from '#contract/invitations.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { InvitationRow } from './InvitationRow.tsx'

const row = (
  status: InvitationStatus,
  projectStatus: ProjectStatus = 'active',
  refusal: AcceptRefusal | null = null,
) =>
  wordsOf(
    <InvitationRow
      now={new Date('2026-06-04T09:41:00Z')}
      invitation={{
        id: 'i',
        project_id: 'p',
        creator_id: 'c',
        seller_id: 's',
        message: 'Would you?',
        status,
        created_at: '2026-06-03T09:41:00Z',
        updated_at: '2026-06-03T09:41:00Z',
        lapsed_at: null,
        accept_refusal: refusal,
        project: {
          id: 'p',
          title: 'Mugs',
          category: 'home',
          budget: 600,
          deadline: '2026-06-28',
          status: projectStatus,
          product_images: [],
        },
        seller: {
          id: 's',
          name: 'Ellen',
          role: 'seller',
          avatar_url: null,
          company_name: 'Harrow & Pine',
        },
      }}
    />,
  )

/** Either button; "Declined" is a status. */
const ANSWERS = /Accept Invitation|\bDecline\b/

test('only pending invitations can be answered: "Accept Invitation" and "Decline"', () => {
  expect(row('pending')).toContain('Accept Invitation Decline')
  for (const status of ['accepted', 'declined'] as const) expect(row(status)).not.toMatch(ANSWERS)
})

test('an invitation to a closed project is shown as closed and cannot be answered', () => {
  expect(row('pending', 'cancelled')).toContain('Closed')
  expect(row('pending', 'cancelled')).not.toMatch(ANSWERS)
})

test.each(ACCEPT_REFUSALS)(
  'an invitation refused with %s can only be declined, and says why',
  (code) => {
    const words = row('pending', 'active', code)
    expect(words).toContain(ONLY_DECLINABLE[code])
    expect(words).toMatch(/\bDecline\b/)
    expect(words).not.toContain('Accept Invitation')
    expect(row('pending', 'cancelled', code)).not.toContain(ONLY_DECLINABLE[code])
  },
)
