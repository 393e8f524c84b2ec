import { expect, test } from 'vitest'
import { BOARD_COLUMNS } from '#contract/board.ts'
import type { Board, BoardCard, BoardDeal } from '#contract/board-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { BoardColumns } from './BoardColumns.tsx'
import { boardItems, dealItem, waitingItem } from './board-items.ts'
import { moveTo } from './board-keys.ts'
import { BudgetBar } from './BudgetBar.tsx'
import { budgetParts } from './budget.ts'

const card = (over: Partial<BoardCard> = {}): BoardCard => ({
  id: 'a',
  creator: {
    id: 'c',
    name: 'Maya Okafor',
    role: 'creator',
    avatar_url: null,
    company_name: null,
    works: [],
  },
  price: 250,
  created_at: '2031-01-01T00:00:00Z',
  shortlisted: false,
  offer: null,
  ...over,
})

const payment = {
  id: 'p',
  status: 'held_in_escrow',
  amount: 250,
  moving: null,
  came_back: null,
  decided_refund: null,
  disputed: false,
  dispute_outcome: null,
  deal_dispute_id: null,
} as const

const deal = (over: object = {}): BoardDeal =>
  ({
    column: 'hired',
    application_id: 'a',
    work: null,
    deal: {
      project: {
        id: 'd',
        title: 'Reels',
        product_images: [],
        status: 'in_progress',
        deadline: '2031-02-01',
        order_id: null,
        order_fund_by: null,
        application_count: 1,
        to_answer: 0,
        accepted_price: 250,
        timeline: {
          first_application_at: '2031-01-01T00:00:00Z',
          accepted_at: '2031-01-02T00:00:00Z',
        },
      },
      seller: { id: 's', name: 'Ellen', company_name: null },
      creator: { id: 'c', name: 'Maya Okafor', avatar_url: null },
      payment: null,
      deliverables: [],
      disputes: [],
      ...over,
    },
  }) as unknown as BoardDeal

/** What is left after 15 %. */
const net = (price: number) => formatUsd(price * 0.85)

const none = { cards: [], next: null, count: 0, exact: true }
const board = (over: Partial<Board> = {}): Board => ({
  project: {
    id: 'l',
    title: 'Eight reels',
    status: 'active',
    budget: 250,
    wanted: 8,
    hired: 1,
    until: null,
    hidden: false,
    brief_written_at: null,
  },
  applied: { ...none, cards: [card()], count: 1 },
  shortlisted: none,
  offered: none,
  deals: [],
  off: 0,
  money: { committed: 750, held: 250, released: 250, returned: 0, left: 1_250 },
  ...over,
})

test('a brand can hire an applicant or answer their offer, and waits while its own offer is open', () => {
  expect(waitingItem(card(), 'applied', true, net).next).toMatchObject({ label: 'Hire' })
  const theirs = card({ offer: { id: 'o', by: 'creator', price: 300 } })
  expect(waitingItem(theirs, 'offered', true, net)).toMatchObject({
    says: 'Maya offers $300.00 and receives $255.00. Your answer.',
    isMine: true,
    next: { label: 'Answer offer' },
  })
  const own = card({ offer: { id: 'o', by: 'seller', price: 240 } })
  expect(waitingItem(own, 'offered', true, net)).toMatchObject({
    says: 'You offered $240.00. Maya receives $204.00.',
    isMine: false,
    next: null,
  })
})

test('an application has no actions once hiring is over, or while the project is hidden', () => {
  const { project } = board()
  for (const over of [{ status: 'in_progress' as const }, { hidden: true }]) {
    const [item] = boardItems(board({ project: { ...project, ...over } }), net)
    expect(item).toMatchObject({ moves: [], next: null, isMine: false })
  }
})

test('an unfunded deal can be funded on the board, and a delivery links to its review', () => {
  expect(dealItem(deal()).next).toMatchObject({ label: 'Fund escrow', move: { act: 'fund' } })
  const handedIn = {
    payment,
    deliverables: [
      {
        status: 'pending',
        created_at: '2031-01-20T00:00:00Z',
        reviewed_at: null,
        superseded_at: null,
      },
    ],
  }
  const work = { deliverable_id: 'v', file_name: 'reel.mp4', poster_url: null }
  const item = dealItem({ ...deal(handedIn), column: 'to_review', work })
  expect(item.next).toEqual({ label: 'Review', to: '/projects/d/review/v' })
  expect(item.moves.map(({ act }) => act)).toEqual(['request_changes', 'approve'])
})

test('moving a card left or right takes its nearest move on that side, if there is one', () => {
  const applied = waitingItem(card(), 'applied', true, net)
  expect(moveTo(applied, 'right')?.to).toBe('shortlisted')
  expect(moveTo(applied, 'left')).toBeNull()
  const offered = waitingItem(
    card({ shortlisted: true, offer: { id: 'o', by: 'seller', price: 240 } }),
    'offered',
    true,
    net,
  )
  expect(moveTo(offered, 'left')?.to).toBe('shortlisted')
  expect(moveTo(offered, 'right')?.to).toBe('hired')
  expect(moveTo(dealItem({ ...deal({ payment }), column: 'making' }), 'right')).toBeNull()
})

test('a card shows its creator, price and state, and on a phone each column is a tab with its count', () => {
  const page = board({ shortlisted: { ...none, count: 3 } })
  const columns = (
    <BoardColumns
      board={page}
      items={boardItems(page, net)}
      acts={{ move: () => {}, decline: () => {}, select: null }}
      announce={() => {}}
    />
  )
  const words = wordsOf(columns)
  // The first render has the width of a phone.
  expect(drawn(columns).match(/role="tab"/g)).toHaveLength(BOARD_COLUMNS.length)
  expect(words).toContain('Applied 1 Shortlisted 3')
  expect(words).toContain('Maya Okafor')
  expect(words).toContain('$250.00')
  expect(words).toContain('Waits for your answer')
  expect(words).toContain('To review')
})

test('the parts of a budget add up to its total, and each is shown with its amount', () => {
  const { money } = board()
  expect(budgetParts(money)).toEqual([
    { part: 'released', cents: 25_000 },
    { part: 'held', cents: 25_000 },
    { part: 'unfunded', cents: 25_000 },
    { part: 'left', cents: 125_000 },
  ])
  const sumOf = (of: Board['money']) => budgetParts(of).reduce((sum, { cents }) => sum + cents, 0)
  expect(sumOf(money)).toBe(200_000)
  // Without a total, they add up to what is committed.
  expect(sumOf({ ...money, left: null })).toBe(75_000)
  const words = wordsOf(<BudgetBar money={money} />)
  for (const one of ['Committed $750.00', 'Released $250.00', 'Held in escrow $250.00'])
    expect(words).toContain(one)
  expect(words).toContain('Not funded yet $250.00')
  expect(words).toContain('Left $1,250.00')
  expect(wordsOf(<BudgetBar money={{ ...money, left: null }} />)).not.toContain('Left')
  // Returned money is not required again.
  expect(words).not.toContain('Returned')
  const back = { ...money, returned: 249.99 }
  expect(budgetParts(back)).toContainEqual({ part: 'unfunded', cents: 1 })
  expect(sumOf(back)).toBe(200_000)
  expect(wordsOf(<BudgetBar money={back} />)).toContain('Returned $249.99')
})

test('a budget may be more than one payment can be', () => {
  const money = {
    committed: 49_999_999.5,
    held: 1_999_999.98,
    released: 0,
    returned: 0,
    left: null,
  }
  expect(budgetParts(money)).toContainEqual({ part: 'unfunded', cents: 4_799_999_952 })
  expect(wordsOf(<BudgetBar money={money} />)).toContain('Committed $49,999,999.50')
})

test('the budget bar states its amounts in its label, and draws no part of zero', () => {
  /** The parts that are drawn, besides the ground below them. */
  const drawnParts = (money: Board['money']) =>
    (drawn(<BudgetBar money={money} />).match(/<rect/g)?.length ?? 0) - 1
  const { money } = board()
  const empty = { committed: 0, held: 0, released: 0, returned: 0, left: null }
  expect(drawn(<BudgetBar money={empty} />)).not.toContain('NaN')
  expect(drawnParts(empty)).toBe(0)
  expect(drawnParts(money)).toBe(3)
  expect(drawnParts({ ...money, released: 0, held: 500 })).toBe(2)
  expect(drawn(<BudgetBar money={money} />)).toContain(
    'aria-label="$750.00 committed: $250.00 released, $250.00 held in escrow. $1,250.00 left."',
  )
})
