import { describe, expect, it } from 'vitest'
import type { InvitationWithProject } from '#contract/invitation-schemas.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { nextMove } from './next-move.ts'

const shop = {
  id: 's',
  name: 'Ellen',
  role: 'seller',
  avatar_url: null,
  company_name: 'Harrow & Pine',
} as const

const invitation = (
  id: string,
  status: InvitationWithProject['status'],
  projectStatus: InvitationWithProject['project']['status'] = 'active',
): InvitationWithProject => ({
  id,
  project_id: `p-${id}`,
  creator_id: 'c',
  seller_id: 's',
  message: '',
  status,
  created_at: '2026-06-01T10:00:00Z',
  updated_at: '2026-06-01T10:00:00Z',
  lapsed_at: null,
  project: {
    id: `p-${id}`,
    title: `Title ${id}`,
    category: 'home',
    budget: 600,
    deadline: '2026-06-28',
    status: projectStatus,
    product_images: [],
  },
  seller: shop,
})
const DAY = '2026-06-10T10:00:00Z'
const deal = (id: string, revised: boolean): ListedDeal => ({
  project: {
    id,
    title: `Title ${id}`,
    product_images: [],
    status: 'in_progress',
    deadline: '2026-06-28',
    order_id: null,
    application_count: 1,
    to_answer: 0,
    accepted_price: 540,
    timeline: {
      posted_at: DAY,
      first_application_at: DAY,
      accepted_at: DAY,
      funded_at: null,
      delivered_at: null,
      approved_at: null,
      released_at: null,
    },
  },
  seller: shop,
  creator: null,
  payment: null,
  deliverables: revised
    ? [
        {
          status: 'rejected',
          created_at: DAY,
          reviewed_at: DAY,
          superseded_at: null,
          review_from: null,
        },
      ]
    : [],
  disputes: [],
})

describe('the creator’s next move', () => {
  it('is none while everything waits for others', () => {
    expect(nextMove({ moves: [], invitations: [] })).toBeNull()
  })
  it('is the first deal that waits for them, in its own words, before any invitation', () => {
    const invitations = [invitation('i', 'pending')]
    expect(nextMove({ moves: [deal('p', true), deal('q', false)], invitations })).toEqual({
      kind: 'deal',
      projectId: 'p',
      title: 'Title p',
      says: 'The work is not funded yet. A revision is requested.',
    })
  })
  it('is an open invitation; answered and closed ones do not count', () => {
    const closed = [invitation('a', 'declined'), invitation('b', 'pending', 'completed')]
    expect(nextMove({ moves: [], invitations: closed })).toBeNull()
    const invitations = [invitation('a', 'pending'), invitation('b', 'pending')]
    expect(nextMove({ moves: [], invitations })).toEqual({
      kind: 'invitation',
      brand: 'Harrow & Pine',
      title: 'Title a',
      others: 1,
    })
  })
})
