import { expect, test } from 'vitest'
import {
  BOARD_COLUMNS,
  boardMoney,
  type BoardStanding,
  DEAL_COLUMNS,
  dealPlace,
  movesOf,
  WAITING_COLUMNS,
} from './board.ts'
import { DEAL_STATES, type DealFacts, type DealMoney, dealState } from './deal-state.ts'
import { SHIPMENT_STATUSES } from './shipping.ts'

const work = { versions: 0, waiting: 0, revisionOpen: false, approved: false }
const money: DealMoney = {
  status: 'held_in_escrow',
  charging: false,
  moving: null,
  decided: false,
  cameBack: null,
  bank: null,
  inDispute: false,
  turnedAway: null,
}
const unpaid: DealFacts = {
  project: 'in_progress',
  ordered: false,
  applied: true,
  choosable: false,
  accepted: true,
  work,
  money: null,
  dispute: null,
}
const held = (over: Partial<DealMoney> = {}, more: Partial<DealFacts> = {}): DealFacts => ({
  ...unpaid,
  money: { ...money, ...over },
  ...more,
})
const contested = { status: 'awaiting_decision', respondent: 'creator' } as const

const waiting = { column: 'applied', hires: true, shortlisted: false, offerBy: null } as const
const named = (card: BoardStanding) => movesOf(card).map(({ act, to }) => `${act}: ${to}`)

test('an application can be moved to exactly those columns that its brand can move it to', () => {
  expect(named(waiting)).toEqual(['shortlist: shortlisted', 'offer: offered', 'hire: hired'])
  expect(named({ ...waiting, column: 'shortlisted', shortlisted: true })).toEqual([
    'unshortlist: applied',
    'offer: offered',
    'hire: hired',
  ])
})

test('a brand can withdraw only its own offer, which returns the application to its previous column', () => {
  const offered = { ...waiting, column: 'offered', offerBy: 'seller' } as const
  expect(named(offered)).toEqual(['withdraw: applied', 'hire: hired'])
  expect(named({ ...offered, shortlisted: true })).toEqual(['withdraw: shortlisted', 'hire: hired'])
  expect(named({ ...offered, offerBy: 'creator' })).toEqual(['hire: hired'])
})

test('once hiring is over, no application moves', () => {
  for (const column of WAITING_COLUMNS)
    expect(movesOf({ ...waiting, column, hires: false, offerBy: 'seller' })).toEqual([])
})

test('a deal can be moved on the board only in states where the brand acts next', () => {
  const moving: Record<string, string[]> = {}
  for (const column of DEAL_COLUMNS)
    for (const state of DEAL_STATES) {
      const moves = named({ column, state })
      if (moves.length > 0) moving[`${column}, ${state}`] = moves
    }
  expect(moving).toEqual({
    'hired, unfunded': ['fund: funded'],
    'hired, failed': ['fund: funded'],
    'hired, turned_away': ['fund: funded'],
    'to_review, review': ['request_changes: making', 'approve: approved'],
    'approved, approved': ['release: paid'],
    'approved, held_again': ['release: paid'],
  })
})

test.each<[string, DealFacts, string]>([
  ['cancelled', { ...unpaid, project: 'cancelled' }, 'off'],
  ['cancelled while it is paid', held({ status: 'pending' }, { project: 'cancelled' }), 'off'],
  ['cancelled and held', held({}, { project: 'cancelled' }), 'off'],
  ['refunded', held({ status: 'refunded' }), 'off'],
  ['refunded by the bank', held({ status: 'refunded', bank: 'lost' }), 'off'],
  ['on its way back', held({ moving: 'refund' }), 'off'],
  ['not funded', unpaid, 'hired'],
  ['being paid', held({ status: 'pending' }), 'hired'],
  ['being charged', held({ status: 'pending', charging: true }), 'hired'],
  ['declined by the card', held({ status: 'failed' }), 'hired'],
  ['turned away', held({ status: 'failed', turnedAway: 'late' as never }), 'hired'],
  ['funded', held(), 'making'],
  ['returned for a revision', held({}, { work: { ...work, revisionOpen: true } }), 'making'],
  ['handed in', held({}, { work: { ...work, waiting: 1 } }), 'to_review'],
  ['approved', held({}, { work: { ...work, approved: true } }), 'approved'],
  ['on its way to the creator', held({ moving: 'release' }), 'approved'],
  ['decided', held({ decided: true }), 'approved'],
  ['paid', held({ status: 'released' }), 'paid'],
  ['paid and disputed by the bank', held({ status: 'released', bank: 'open' }), 'paid'],
])('a deal that is %s is in the expected column, or off the board', (_, facts, place) => {
  expect(dealPlace(facts, null)).toBe(place)
})

test('a dispute or a freeze by the bank leaves a deal in the column it was in', () => {
  const reviewing = { work: { ...work, waiting: 1 } }
  expect(dealPlace(held({ inDispute: true }, { ...reviewing, dispute: contested }), null)).toBe(
    'to_review',
  )
  expect(dealPlace(held({ bank: 'open' }), null)).toBe('making')
  expect(dealPlace(held({ bank: 'lost' }, reviewing), null)).toBe('to_review')
})

test('a funded deal stays in “funded” until its product has arrived, then moves to “making”', () => {
  expect(SHIPMENT_STATUSES.map((status) => dealPlace(held(), status))).toEqual([
    'funded',
    'funded',
    'funded',
    'funded',
    'making',
    'funded',
  ])
  // The product does not affect a deal that is not funded, or one handed in without it.
  expect(dealPlace(unpaid, 'to_ship')).toBe('hired')
  expect(dealPlace(held({}, { work: { ...work, waiting: 1 } }), 'to_ship')).toBe('to_review')
})

test('every place is a column or off the board', () => {
  const projects = ['draft', 'active', 'in_progress', 'completed', 'cancelled'] as const
  const statuses = ['pending', 'held_in_escrow', 'released', 'refunded', 'failed'] as const
  const seen = new Set<string>()
  for (const project of projects)
    for (const one of [null, ...statuses])
      for (const moving of [null, 'release', 'refund', 'part_refund', 'agreed_refund'] as const)
        for (const bank of [null, 'open', 'won', 'lost'] as const)
          for (const inDispute of [false, true])
            for (const cameBack of [null, 'refund', 'transfer'] as const) {
              const facts: DealFacts = {
                ...unpaid,
                project,
                accepted: project !== 'draft' && project !== 'active',
                money: one && { ...money, status: one, moving, bank, inDispute, cameBack },
              }
              seen.add(dealState(facts))
              expect([...BOARD_COLUMNS, 'off']).toContain(dealPlace(facts, null))
            }
  expect(seen.size).toBeGreaterThan(DEAL_STATES.length / 2)
})

test('the remaining budget is 0, never negative, when more than its total is committed', () => {
  const sums = { total: 100, committed: 130, held: 50, released: 20, returned: 10 }
  expect(boardMoney(sums).left).toBe(0)
  expect(boardMoney({ ...sums, total: 200 })).toEqual({
    committed: 130,
    held: 50,
    released: 20,
    returned: 10,
    left: 70,
  })
  expect(boardMoney({ ...sums, total: null }).left).toBeNull()
})
