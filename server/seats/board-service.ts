import { BOARD_PAGE, boardMoney, dealPlace, type WaitingColumn } from '#contract/board.ts'
import type { Board, BoardCards } from '#contract/board-schemas.ts'
import { dealFacts } from '#contract/deal-reading.ts'
import { usdFromCents } from '#contract/money.ts'
import { COUNTED_TO, cursorText } from '#contract/paging.ts'
import { presentListedDeal } from '#server/dashboard/listed-deal-presenter.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { boardCardsOf, type BoardCardRow, boardOf, type BoardRow } from './board-store.ts'

/**
 * The board of the viewer's own project that hires several, read in one statement however many applied. Throws 404 for
 * anyone else, project.hires_one.
 */
export async function openBoard({ pool }: Deps, viewer: Viewer, id: string): Promise<Board> {
  const found = await boardOf(pool, { listingId: id, sellerId: viewer.id })
  // A project of one's own is one row at least, without a deal.
  const [first] = found
  const board = severalWanted(foundOr404(first ?? null))
  const { committed, held, released, left } = boardMoney(board)
  return {
    applied: columnOf(board, 'applied'),
    shortlisted: columnOf(board, 'shortlisted'),
    offered: columnOf(board, 'offered'),
    deals: found.flatMap(placed),
    money: {
      committed: usdFromCents(committed),
      held: usdFromCents(held),
      released: usdFromCents(released),
      left: left === null ? null : usdFromCents(left),
    },
  }
}

/** A further page of one of its columns. Throws as `openBoard`. */
export async function boardCards(
  { pool }: Deps,
  viewer: Viewer,
  { id, column, after }: { id: string; column: WaitingColumn; after?: string | undefined },
): Promise<BoardCards> {
  const found = await boardCardsOf(pool, column, { listingId: id, sellerId: viewer.id }, after)
  return pageOf(severalWanted(foundOr404(found)).cards)
}

function severalWanted<T extends { wanted: number }>(found: T): T {
  if (found.wanted === 1) throw new AppError('project.hires_one')
  return found
}

function columnOf(board: BoardRow, column: WaitingColumn): Board[WaitingColumn] {
  const count = board[`${column}_count`]
  return {
    ...pageOf(board[column]),
    count: Math.min(count, COUNTED_TO),
    exact: count <= COUNTED_TO,
  }
}

function pageOf(cards: readonly BoardCardRow[]): BoardCards {
  const last = cards.length < BOARD_PAGE ? undefined : cards.at(-1)
  return {
    cards: cards.map(({ id, creator, price, created_at, offer }) => ({
      id,
      creator,
      price,
      created_at,
      offer,
    })),
    next: last ? cursorText('newest', { keys: [last.place_time], id: last.place_id }) : null,
  }
}

/** A deal in its column, or nothing of one that is on the board no more. */
function placed(row: BoardRow): Board['deals'] {
  if (row.id === null) return []
  const deal = presentListedDeal(row, 'owner')
  const column = dealPlace(dealFacts(deal), row.shipment)
  return column === 'off' ? [] : [{ column, deal }]
}
