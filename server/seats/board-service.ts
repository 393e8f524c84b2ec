import { BOARD_PAGE, boardMoney, dealPlace, type WaitingColumn } from '#contract/board.ts'
import type { Board, BoardCards, BoardDeal } from '#contract/board-schemas.ts'
import { dealFacts } from '#contract/deal-reading.ts'
import { usdFromCents } from '#contract/money.ts'
import { mayReadOriginal } from '#contract/originals.ts'
import { COUNTED_TO, cursorText } from '#contract/paging.ts'
import { worksOf } from '#server/applications/application-presenter.ts'
import type { Config } from '#server/config/config.ts'
import { presentListedDeal } from '#server/dashboard/listed-deal-presenter.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { renditionUrl } from '#server/uploads/file-links.ts'
import { boardCardsOf, type BoardCardRow, boardOf, type BoardRow } from './board-store.ts'

/**
 * Returns the board of the viewer's own project that hires several, read in one statement however many applied. Throws
 * 404 for anyone else, project.hires_one.
 */
export async function openBoard(
  { pool, config }: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<Board> {
  const found = await boardOf(pool, { listingId: id, sellerId: viewer.id })
  // The viewer's own project gives at least one row, without a deal.
  const [first] = found
  const board = severalWanted(foundOr404(first ?? null))
  const { committed, held, released, returned, left } = boardMoney(board)
  const { publicUrl: origin } = config
  const deals = found.flatMap((row) => placed(row, (one) => workOf(config, one, viewer, now)))
  return {
    project: {
      id,
      title: board.own_title,
      status: board.own_status,
      budget: usdFromCents(board.own_budget),
      wanted: board.wanted,
      hired: board.own_hired,
      until: board.own_until,
      hidden: board.own_hidden,
      brief_written_at: board.brief_written_at,
    },
    applied: columnOf(board, 'applied', origin),
    shortlisted: columnOf(board, 'shortlisted', origin),
    offered: columnOf(board, 'offered', origin),
    deals,
    off: board.own_cancelled + found.filter((row) => row.id !== null).length - deals.length,
    money: {
      committed: usdFromCents(committed),
      held: usdFromCents(held),
      released: usdFromCents(released),
      returned: usdFromCents(returned),
      left: left === null ? null : usdFromCents(left),
    },
  }
}

/** Returns a further page of one of its columns. Throws as `openBoard`. */
export async function boardCards(
  { pool, config }: Deps,
  viewer: Viewer,
  { id, column, after }: { id: string; column: WaitingColumn; after?: string | undefined },
): Promise<BoardCards> {
  const found = await boardCardsOf(pool, column, { listingId: id, sellerId: viewer.id }, after)
  return pageOf(severalWanted(foundOr404(found)).cards, config.publicUrl)
}

function severalWanted<T extends { wanted: number }>(found: T): T {
  if (found.wanted === 1) throw new AppError('project.hires_one')
  return found
}

function columnOf(board: BoardRow, column: WaitingColumn, origin: string): Board[WaitingColumn] {
  const count = board[`${column}_count`]
  return {
    ...pageOf(board[column], origin),
    count: Math.min(count, COUNTED_TO),
    exact: count <= COUNTED_TO,
  }
}

function pageOf(cards: readonly BoardCardRow[], origin: string): BoardCards {
  const last = cards.length < BOARD_PAGE ? undefined : cards.at(-1)
  return {
    cards: cards.map(({ id, creator, price, created_at, shortlisted, offer }) => ({
      id,
      creator: { ...creator, works: worksOf(creator.works, origin) },
      price,
      created_at,
      shortlisted,
      offer,
    })),
    next: last ? cursorText('newest', { keys: [last.place_time], id: last.place_id }) : null,
  }
}

type DealRow = Extract<BoardRow, { id: string }>

/** Places a deal in its column; returns nothing for a deal that is no longer on the board. */
function placed(row: BoardRow, work: (row: DealRow) => BoardDeal['work']): Board['deals'] {
  if (row.id === null) return []
  const deal = presentListedDeal(row, 'owner')
  const column = dealPlace(dealFacts(deal), row.shipment)
  if (column === 'off') return []
  return [{ column, deal, application_id: row.accepted_id, work: work(row) }]
}

/** Returns the deal's newest delivery, unmarked once the money opens the original (contract/originals.ts). */
function workOf(config: Config, row: DealRow, viewer: Viewer, now: Date): BoardDeal['work'] {
  if (row.work_id === null) return null
  const reader = { id: viewer.id, mayOpen: mayReadOriginal('brand', row.money) }
  const file = { id: row.file_id, renditions: row.renditions }
  return {
    deliverable_id: row.work_id,
    file_name: row.work_name,
    poster_url: renditionUrl(config, file, 'poster', now, reader),
  }
}
