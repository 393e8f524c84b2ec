import type { Board, BoardCard, BoardDeal } from '#contract/board-schemas.ts'

/** The props of every question about a waiting card. */
export interface CardQuestion {
  board: Board
  card: BoardCard
  first: string
  onClose: () => void
}

/** The props of every question about a deal. */
export interface DealQuestion {
  placed: BoardDeal
  first: string
  onClose: () => void
}
