import { type BoardColumn, type BoardMove, type BoardStanding, movesOf } from '#contract/board.ts'
import type { Board, BoardCard, BoardDeal } from '#contract/board-schemas.ts'
import { dealState } from '#contract/deal-state.ts'
import { dealHeadline, isReadersMove } from '#contract/deal-words.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { paths } from '#contract/paths.ts'
import { WAITING_ACTS } from '#contract/waiting.ts'
import { tellListed } from '#web/projects/listed-deal.ts'
import { firstName } from '#web/projects/project-words.ts'
import { boardWords as say } from './board-words.ts'

/** What the one button of a card does: a move of its own, or a link to the place where the brand acts. */
export type NextStep =
  | { label: string; move: BoardMove; to?: undefined }
  | { label: string; to: string; move?: undefined }

/** A card of the board. */
export interface BoardItem {
  /** The creator's id: the same before and after they are hired, and unique on a board. */
  key: string
  column: BoardColumn
  name: string
  /** Their first name, as used in sentences. */
  first: string
  avatar: string | null
  /** USD: the agreed price, or the proposed one. */
  price: number
  /** Whether the next move is the brand's, and the sentence about the state. */
  isMine: boolean
  says: string
  next: NextStep | null
  moves: readonly BoardMove[]
  /** The page behind the card: the deal, or the creator. */
  to: string
  /** The still of the newest delivery, or pieces of a portfolio. */
  still: string | null
  works: readonly string[]
  application: BoardCard | null
  deal: BoardDeal | null
}

/**
 * The card of a waiting application. `hires`: its project hires, and is shown. `netOf`: what is left of a price in USD
 * for its creator, as it is shown.
 */
export function waitingItem(
  card: BoardCard,
  column: 'applied' | 'shortlisted' | 'offered',
  hires: boolean,
  netOf: (price: number) => string,
): BoardItem {
  const standing: BoardStanding = {
    column,
    hires,
    shortlisted: card.shortlisted,
    offerBy: card.offer?.by ?? null,
  }
  const moves = movesOf(standing)
  const hire = moves.find(({ act }) => act === 'hire')
  const theirs = card.offer?.by === 'creator'
  const first = firstOf(card.creator)
  return {
    ...personOf(card.creator),
    column,
    price: card.price,
    // For an application its column already says so: red lead marks what someone waits for (DESIGN §1.2).
    isMine: hires && theirs,
    says: card.offer
      ? theirs
        ? say.theirOffer(first, card.offer.price, netOf(card.offer.price))
        : say.yourOffer(first, card.offer.price, netOf(card.offer.price))
      : say.asks,
    next:
      hire && card.offer?.by !== 'seller'
        ? { label: theirs ? say.answerOffer : say.hire, move: hire }
        : null,
    moves,
    to: paths.publicProfile(card.creator.id),
    still: null,
    works: card.creator.works,
    application: card,
    deal: null,
  }
}

/** A deal. */
export function dealItem(placed: BoardDeal): BoardItem {
  const { deal, column } = placed
  const { project } = deal
  const told = tellListed(deal, 'owner')
  const state = dealState(told.facts)
  const moves = movesOf({ column, state })
  return {
    // Every deal on a board has its creator; deals that no one was accepted for are not listed on a board.
    ...personOf(deal.creator ?? { id: project.id, name: project.title, avatar_url: null }),
    column,
    price: project.accepted_price ?? 0,
    isMine: isReadersMove(told),
    says: dealHeadline(told),
    next: stepOf(placed, moves, isReadersMove(told) ? state : null),
    moves,
    to: paths.project(project.id),
    still: placed.work?.poster_url ?? null,
    works: [],
    application: null,
    deal: placed,
  }
}

/** A delivery is viewed before it is approved; every other move is made on the card. */
function stepOf(
  { deal, work }: BoardDeal,
  moves: readonly BoardMove[],
  state: ReturnType<typeof dealState> | null,
): NextStep | null {
  if (state === null) return null
  const { id } = deal.project
  if (state === 'review' && work)
    return { label: say.review, to: paths.review(id, work.deliverable_id) }
  const move = moves.find(({ act }) => act === 'fund' || act === 'release')
  const way = WAITING_ACTS.find((one) => one.state === state)
  if (move && way) return { label: way.act, move }
  if (!way) return null
  return { label: way.act, to: way.tab ? paths.projectTab(id, way.tab) : paths.project(id) }
}

const firstOf = (person: Pick<PersonCard, 'name'>): string => firstName(person) ?? person.name

const personOf = (person: Pick<PersonCard, 'id' | 'name' | 'avatar_url'>) => ({
  key: person.id,
  name: person.name,
  first: firstOf(person),
  avatar: person.avatar_url,
})

/** Whether the applications of this board can move: it hires, and no operator has hidden it. */
export const boardHires = ({ project }: Board): boolean =>
  project.status === 'active' && !project.hidden

/** Everything on the board; of the waiting columns, only what the board itself contains. */
export function boardItems(board: Board, netOf: (price: number) => string): BoardItem[] {
  const hires = boardHires(board)
  return [
    ...(['applied', 'shortlisted', 'offered'] as const).flatMap((column) =>
      board[column].cards.map((card) => waitingItem(card, column, hires, netOf)),
    ),
    ...board.deals.map(dealItem),
  ]
}

/**
 * A card as the board has it now; null once it is gone. The board contains only the first page of a column: a card of a
 * later page stays as it was read.
 */
export function itemNow(
  board: Board,
  items: readonly BoardItem[],
  item: BoardItem,
): BoardItem | null {
  const found = items.find(({ key }) => key === item.key)
  if (found) return found
  const { column } = item
  const isPaged = column === 'applied' || column === 'shortlisted' || column === 'offered'
  return isPaged && board[column].next !== null ? item : null
}
