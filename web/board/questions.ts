import type { Board, BoardCard, BoardDeal } from '#contract/board-schemas.ts'

/** What every question about a waiting card is told. */
export interface CardQuestion {
  board: Board
  card: BoardCard
  first: string
  onClose: () => void
}

/** What every question about a deal is told. */
export interface DealQuestion {
  placed: BoardDeal
  first: string
  onClose: () => void
}
