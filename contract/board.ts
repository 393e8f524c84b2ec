import { beneathState, type DealFacts, type DealState, type FROZEN_STATES } from './deal-state.ts'
import type { OfferSide } from './offers.ts'
import type { ShipmentStatus } from './shipping.ts'

/** The columns of waiting applications: they grow, and are paginated. */
export const WAITING_COLUMNS = ['applied', 'shortlisted', 'offered'] as const
export type WaitingColumn = (typeof WAITING_COLUMNS)[number]
/** The columns of deals: together they hold at most as many cards as the project has seats. */
export const DEAL_COLUMNS = ['hired', 'funded', 'making', 'to_review', 'approved', 'paid'] as const
export type DealColumn = (typeof DEAL_COLUMNS)[number]

/** The columns of a board, in the order of a hire that goes well. */
export const BOARD_COLUMNS = [...WAITING_COLUMNS, ...DEAL_COLUMNS] as const
export type BoardColumn = (typeof BOARD_COLUMNS)[number]

/** Cards per page of a waiting column. Our choice. */
export const BOARD_PAGE = 20

/** For a deal that is no longer on any board: cancelled, or its money was returned. It stays under "Hired". */
type DealPlace = DealColumn | 'off'

/** The column of a deal in each of its states. A frozen deal stays in the column it was in before. */
const DEAL_PLACES: Record<Exclude<DealState, (typeof FROZEN_STATES)[number]>, DealPlace> = {
  // No deal has these states: they belong to projects that hire.
  draft: 'off',
  ordered: 'off',
  open: 'off',
  choosing: 'off',
  hired: 'off',
  hired_over: 'off',
  unfunded: 'hired',
  paying: 'hired',
  charging: 'hired',
  failed: 'hired',
  turned_away: 'hired',
  work: 'making',
  revision: 'making',
  review: 'to_review',
  approved: 'approved',
  releasing: 'approved',
  held_again: 'approved',
  decided: 'approved',
  returning_part: 'approved',
  returning: 'off',
  paid: 'paid',
  paid_disputed: 'paid',
  paid_bank_lost: 'paid',
  returned: 'off',
  bank_took: 'off',
  cancelled: 'off',
  cancelled_paying: 'off',
  cancelled_late: 'off',
  cancelled_held: 'off',
}

/**
 * Returns the column of a deal. A deal stays among the funded ones while its creator waits for the product, and counts
 * as being made from then on.
 */
export function dealPlace(facts: DealFacts, shipment: ShipmentStatus | null): DealPlace {
  const state = beneathState(facts) as keyof typeof DEAL_PLACES
  const waits = shipment !== null && shipment !== 'received'
  return state === 'work' && waits ? 'funded' : DEAL_PLACES[state]
}

/**
 * Every move of a card that its brand can make, and the action that makes it. A card moves along these and no others:
 * any other move is up to the creator, the clock or the bank.
 */
export const BOARD_MOVES = [
  { from: 'applied', to: 'shortlisted', act: 'shortlist' },
  { from: 'shortlisted', to: 'applied', act: 'unshortlist' },
  { from: 'applied', to: 'offered', act: 'offer' },
  { from: 'shortlisted', to: 'offered', act: 'offer' },
  { from: 'offered', to: 'applied', act: 'withdraw' },
  { from: 'offered', to: 'shortlisted', act: 'withdraw' },
  { from: 'applied', to: 'hired', act: 'hire' },
  { from: 'shortlisted', to: 'hired', act: 'hire' },
  { from: 'offered', to: 'hired', act: 'hire' },
  { from: 'hired', to: 'funded', act: 'fund' },
  { from: 'to_review', to: 'making', act: 'request_changes' },
  { from: 'to_review', to: 'approved', act: 'approve' },
  { from: 'approved', to: 'paid', act: 'release' },
] as const satisfies readonly { from: BoardColumn; to: BoardColumn; act: string }[]
export type BoardMove = (typeof BOARD_MOVES)[number]
export type BoardAct = BoardMove['act']

/** The properties of a card that decide which moves it has. */
export type BoardStanding =
  | {
      column: WaitingColumn
      /** The project is still hiring and is visible. */
      hires: boolean
      /** It is on the brand's shortlist, which is the column it returns to without its offer. */
      shortlisted: boolean
      /** Who made the open offer; null without one. */
      offerBy: OfferSide | null
    }
  | { column: DealColumn; state: DealState }

/**
 * The states of a deal in which its brand can do this. In other states of the same column it is the provider's or an
 * operator's turn: a card that is being charged is not funded twice, and a frozen deal cannot move.
 */
const DEAL_ACTS: Readonly<Partial<Record<BoardAct, readonly DealState[]>>> = {
  fund: ['unfunded', 'failed', 'turned_away'],
  request_changes: ['review'],
  approve: ['review'],
  release: ['approved', 'held_again'],
}

/** Returns the moves of a card in its current state. */
export function movesOf(card: BoardStanding): readonly BoardMove[] {
  const here = BOARD_MOVES.filter(({ from }) => from === card.column)
  if ('state' in card) return here.filter(({ act }) => DEAL_ACTS[act]?.includes(card.state))
  if (!card.hires) return []
  return here.filter(({ act, to }) => {
    if (act !== 'withdraw') return true
    return card.offerBy === 'seller' && (to === 'shortlisted') === card.shortlisted
  })
}

/** A board's money in cents. Disjoint parts of the committed amount: held, released, returned, and not funded yet. */
export interface BoardMoney {
  committed: number
  held: number
  released: number
  /**
   * Agreed on, paid, and returned to the card, by a refund or a decision. An amount removed by a lowered price is no
   * longer committed.
   */
  returned: number
  /** Null without a total. Never negative, although two sides may raise a price beyond it. */
  left: number | null
}

/** Returns a board's money in cents, from the sums of its rows. */
export const boardMoney = (sums: {
  total: number | null
  committed: number
  held: number
  released: number
  returned: number
}): BoardMoney => ({
  committed: sums.committed,
  held: sums.held,
  released: sums.released,
  returned: sums.returned,
  left: sums.total === null ? null : Math.max(0, sums.total - sums.committed),
})
