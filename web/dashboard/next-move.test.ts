import { describe, expect, it, test } from 'vitest'
import type { InvitationWithProject } from '#contract/invitation-schemas.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import type { PackageOrder } from '#contract/package-order-schemas.ts'
import { nextMove, ordersWaitBeside } from './next-move.ts'

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
  accept_refusal: null,
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
    order_fund_by: null,
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
      cancelled_at: null,
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

/** A held payment, frozen by a dispute. */
const HELD: Payment = {
  id: 'm',
  project_id: 'p',
  application_id: 'a',
  seller_id: 's',
  creator_id: 'c',
  purpose: 'deal',
  status: 'held_in_escrow',
  amount: 540,
  creator_amount: 459,
  fee_amount: 81,
  fee_terms: DEFAULT_FEE_TERMS,
  charged_amount: 540,
  returned_part: 0,
  decided: false,
  payment_method: null,
  moving: null,
  release_after: null,
  came_back: null,
  turned_away: null,
  charging: false,
  failure: null,
  disputed: false,
  dispute_outcome: null,
  deal_dispute_id: 'd',
  funded_at: DAY,
  released_at: null,
  refunded_at: null,
  created_at: DAY,
}

const order = (id: string): PackageOrder => ({
  id,
  project_id: `p-${id}`,
  seller: shop,
  creator: { ...shop, id: 'c', role: 'creator' },
  terms: { title: 'Two unboxing videos', items: [], price: 180, days: 7, rounds: 2, add_ons: [] },
  add_ons: [],
  price: 180,
  days: 7,
  words: 'Our new mug.',
  links: [],
  question: null,
  status: 'waiting',
  created_at: DAY,
  answer_by: DAY,
  answered_at: null,
  fund_by: null,
  charges_card: false,
})

describe('the creator’s next move', () => {
  it('is none when nothing waits for them', () => {
    expect(nextMove({ moves: [], orders: [], invitations: [] })).toBeNull()
  })
  it('is the first deal that waits for them, with its own sentence, ahead of any invitation', () => {
    const invitations = [invitation('i', 'pending')]
    expect(
      nextMove({ moves: [deal('p', true), deal('q', false)], orders: [], invitations }),
    ).toEqual({
      kind: 'deal',
      projectId: 'p',
      title: 'Title p',
      says: 'The work is not funded yet. A revision is requested.',
    })
  })
  it('is the first waiting order, ahead of everything except a dispute that awaits their answer', () => {
    const orders = [order('o'), order('later')]
    const invitations = [invitation('i', 'pending')]
    const asked = {
      kind: 'order',
      id: 'o',
      brand: 'Harrow & Pine',
      title: 'Two unboxing videos',
      answerBy: DAY,
      others: 1,
    }
    expect(nextMove({ moves: [], orders, invitations })).toEqual(asked)
    expect(nextMove({ moves: [deal('p', true)], orders, invitations })).toEqual(asked)
    const disputed = deal('p', false)
    disputed.payment = HELD
    disputed.disputes = [
      { id: 'd', status: 'awaiting_answer', respondent: 'creator', answer_by: DAY },
    ]
    expect(nextMove({ moves: [disputed], orders, invitations })).toMatchObject({ kind: 'deal' })
  })
  it('is otherwise the first open invitation, not one that was answered or whose project is closed', () => {
    const closed = [
      invitation('a', 'declined'),
      invitation('b', 'accepted'),
      invitation('c', 'pending', 'completed'),
    ]
    expect(nextMove({ moves: [], orders: [], invitations: closed })).toBeNull()
    const invitations = [...closed, invitation('d', 'pending'), invitation('e', 'pending')]
    expect(nextMove({ moves: [], orders: [], invitations })).toEqual({
      kind: 'invitation',
      brand: 'Harrow & Pine',
      title: 'Title d',
      others: 1,
    })
  })
})

test('a waiting order is shown beside the next move, unless it is the next move', () => {
  const one = ['order']
  expect(ordersWaitBeside({ kind: 'deal' }, one)).toBe(true)
  expect(ordersWaitBeside({ kind: 'order' }, one)).toBe(false)
  expect(ordersWaitBeside({ kind: 'order' }, [...one, 'another'])).toBe(true)
  expect(ordersWaitBeside(null, one)).toBe(true)
  expect(ordersWaitBeside(null, [])).toBe(false)
})
