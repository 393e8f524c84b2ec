import { describe, expect, it } from 'vitest'
import type { ApplicationWithProject } from '#contract/application-schemas.ts'
import type { Conversation } from '#contract/conversation-schemas.ts'
import type { DeliverableWithTitle } from '#contract/deliverable-schemas.ts'
import type { InvitationWithProject } from '#contract/invitation-schemas.ts'
import { nextMove, type Desk } from './next-move.ts'

const shop = {
  id: 's',
  name: 'Ellen',
  role: 'seller',
  avatar_url: null,
  company_name: 'Harrow & Pine',
} as const

const application = (
  projectId: string,
  status: 'accepted' | 'pending',
  projectStatus: ApplicationWithProject['project']['status'],
): ApplicationWithProject => ({
  id: `a-${projectId}`,
  project_id: projectId,
  creator_id: 'c',
  message: '',
  proposed_price: 540,
  status,
  fee_terms: null,
  created_at: '2026-06-01T10:00:00Z',
  project: {
    id: projectId,
    title: `Title ${projectId}`,
    category: 'home',
    budget: 600,
    deadline: '2026-06-28',
    status: projectStatus,
    product_images: [],
  },
})
const delivery = (
  projectId: string,
  version: number,
  status: DeliverableWithTitle['status'],
): DeliverableWithTitle => ({
  id: `d-${projectId}-${version}`,
  application_id: `a-${projectId}`,
  project_id: projectId,
  creator_id: 'c',
  file_url: '/f',
  poster_url: null,
  preview_url: null,
  file_name: `reel-${version}.mp4`,
  file_type: 'video/mp4',
  file_size: 1,
  post_url: null,
  screenshot_url: null,
  screenshot_name: null,
  notes: null,
  reviewer_notes: null,
  status,
  version,
  reviewed_at: null,
  review_from: null,
  review_outcome: 'approve',
  created_at: '2026-06-10T10:00:00Z',
  project_title: `Title ${projectId}`,
})
const talk = (projectId: string): Conversation => ({
  id: `t-${projectId}`,
  project_id: projectId,
  seller_id: 's',
  creator_id: 'c',
  updated_at: '2026-06-10T10:00:00Z',
  project: { id: projectId, title: `Title ${projectId}`, status: 'in_progress' },
  counterpart: shop,
  last_message: null,
  unread_count: 0,
  payment_status: null,
})
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
const desk = (part: Partial<Desk>): Desk => ({
  deliverables: [],
  applications: [],
  invitations: [],
  conversations: [],
  ...part,
})

describe('the creator’s next move', () => {
  it('is none while everything waits for others', () => {
    expect(nextMove(desk({}))).toBeNull()
    expect(
      nextMove(
        desk({
          applications: [application('p', 'accepted', 'in_progress')],
          deliverables: [delivery('p', 1, 'pending')],
        }),
      ),
    ).toBeNull()
  })
  it('is none once the deal’s money was returned, delivered or not', () => {
    const conversations = [{ ...talk('p'), payment_status: 'refunded' as const }]
    const applications = [application('p', 'accepted', 'in_progress')]
    expect(nextMove(desk({ applications, conversations }))).toBeNull()
    const deliverables = [delivery('p', 1, 'rejected')]
    expect(nextMove(desk({ applications, conversations, deliverables }))).toBeNull()
    const held = [{ ...talk('p'), payment_status: 'held_in_escrow' as const }]
    expect(nextMove(desk({ applications, conversations: held }))?.kind).toBe('deliver')
  })
  it('is a revision the brand asked for, with its name and the deadline', () => {
    const move = nextMove(
      desk({
        deliverables: [delivery('p', 2, 'rejected'), delivery('p', 1, 'approved')],
        applications: [application('p', 'accepted', 'in_progress')],
        conversations: [talk('p')],
      }),
    )
    expect(move).toEqual({
      kind: 'revise',
      brand: 'Harrow & Pine',
      projectId: 'p',
      fileName: 'reel-2.mp4',
      deadline: '2026-06-28',
    })
  })
  it('is no longer a revision once a newer version was delivered, in any order', () => {
    const applications = [application('p', 'accepted', 'in_progress')]
    expect(
      nextMove(
        desk({
          applications,
          deliverables: [delivery('p', 1, 'rejected'), delivery('p', 2, 'pending')],
        }),
      ),
    ).toBeNull()
  })
  it('is no revision on a project that ended', () => {
    expect(
      nextMove(
        desk({
          deliverables: [delivery('p', 1, 'rejected')],
          applications: [application('p', 'accepted', 'completed')],
        }),
      ),
    ).toBeNull()
  })
  it('is the first delivery of accepted work, before any invitation', () => {
    const move = nextMove(
      desk({
        applications: [application('p', 'accepted', 'in_progress')],
        invitations: [invitation('i', 'pending')],
      }),
    )
    expect(move?.kind).toBe('deliver')
  })
  it('is an open invitation; answered and closed ones do not count', () => {
    expect(
      nextMove(
        desk({
          invitations: [invitation('a', 'declined'), invitation('b', 'pending', 'completed')],
        }),
      ),
    ).toBeNull()
    const move = nextMove(
      desk({ invitations: [invitation('a', 'pending'), invitation('b', 'pending')] }),
    )
    expect(move).toEqual({
      kind: 'invitation',
      brand: 'Harrow & Pine',
      title: 'Title a',
      others: 1,
    })
  })
})
