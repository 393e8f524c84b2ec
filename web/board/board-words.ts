import type { BoardAct, BoardColumn } from '#contract/board.ts'
import type { Board } from '#contract/board-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { countText } from '#contract/paging.ts'
import { countOf } from '#web/projects/project-words.ts'

/** The columns, as the brand reads them. */
export const COLUMN_WORDS: Readonly<Record<BoardColumn, string>> = {
  applied: 'Applied',
  shortlisted: 'Shortlisted',
  offered: 'Offered',
  hired: 'Hired',
  funded: 'Funded',
  making: 'Making',
  to_review: 'To review',
  approved: 'Approved',
  paid: 'Paid',
}

/** What an empty column waits for. */
export const COLUMN_NEEDS: Readonly<Record<BoardColumn, string>> = {
  applied: 'New applications land here.',
  shortlisted: 'Applications you want to come back to.',
  offered: 'Open offers, yours and theirs.',
  hired: 'Hired, not funded yet.',
  funded: 'Funded, waiting for your product.',
  making: 'Creators at work.',
  to_review: 'Deliveries that wait for you.',
  approved: 'Approved, not paid yet.',
  paid: 'Released payments.',
}

/** In a card's menu; a move that asks something first ends in an ellipsis. */
export const ACT_WORDS: Readonly<Record<BoardAct, string>> = {
  shortlist: 'Shortlist',
  unshortlist: 'Take off shortlist',
  offer: 'Make an offer…',
  withdraw: 'Withdraw offer…',
  hire: 'Hire…',
  fund: 'Fund escrow…',
  request_changes: 'Request changes…',
  approve: 'Approve…',
  release: 'Release payment…',
}

export const boardWords = {
  title: 'Board',
  /** The page's own title in the browser. */
  pageTitle: (project: string) => `Board: ${project}`,
  intro: (wanted: number, hired: number) => `${wanted} wanted, ${hired} hired`,
  reviewAll: (count: number) => (count === 1 ? 'Review 1 delivery' : `Review ${count} deliveries`),
  failed: 'We could not load this board.',
  columns: 'Board columns',
  column: (column: BoardColumn, count: string) => `${COLUMN_WORDS[column]}, ${count}`,
  more: 'Show more',
  menu: (name: string) => `Moves for ${name}`,
  profile: 'View profile',
  project: 'Open project',
  decline: 'Decline',
  keys: 'Arrow keys go from card to card. With Shift, left and right move a card.',
  /** Announced when a key that moves a card finds no move. */
  stays: (name: string, way: 'left' | 'right') => `${name} cannot move ${way} now.`,
  moved: (name: string, column: BoardColumn) => `${name} is in ${COLUMN_WORDS[column]}.`,
  canGo: (name: string, columns: readonly BoardColumn[]) =>
    columns.length === 0
      ? `${name} cannot be moved now.`
      : `${name} can go to ${columns.map((one) => COLUMN_WORDS[one]).join(', ')}.`,
  dropHere: (act: BoardAct) => `Drop to ${ACT_WORDS[act].replace('…', '').toLowerCase()}`,
  moveFailed: 'The card stays where it was',
  /** The state of a waiting application. */
  asks: 'Waits for your answer',
  /** Prices in USD. The creator's net amount is always shown with a price, and is passed in formatted. */
  yourOffer: (name: string, price: number, net: string) =>
    `You offered ${formatUsd(price)}. ${name} receives ${net}.`,
  theirOffer: (name: string, price: number, net: string) =>
    `${name} offers ${formatUsd(price)} and receives ${net}. Your answer.`,
  answerOffer: 'Answer offer',
  offerTitle: (name: string) => `${name}’s offer`,
  hire: 'Hire',
  withdrawTitle: (name: string) => `Withdraw your offer to ${name}?`,
  withdraw: 'Withdraw Offer',
  withdrawing: 'Withdrawing...',
  withdrawn: 'Offer withdrawn',
  withdrawText: (name: string) =>
    `We’ll let ${name} know, and the application waits for your answer again.`,
  fundTitle: (name: string, price: number) => `Fund ${formatUsd(price)} for ${name}?`,
  fund: 'Fund Escrow',
  funding: 'Opening payment...',
  fundText:
    'You pay on a secure page that opens in a new tab. The money stays in escrow until you approve the work.',
  /** A delivery is viewed before it is approved. */
  review: 'Review',
  delivered: (file: string) => `Newest delivery: ${file}`,
  work: (name: string) => `Work by ${name}`,
  noWork: 'No work yet',
  /** Below the columns, before the link to all deals. */
  off: (count: number) =>
    `${countOf(count, 'deal')} ${count === 1 ? 'is' : 'are'} off the board: cancelled or refunded.`,
  allDeals: 'See all deals',
} as const

/** "12", "1,000+": the number of cards in a column. */
export const countWords = (board: Board, column: BoardColumn): string => {
  if (column === 'applied' || column === 'shortlisted' || column === 'offered')
    return countText(board[column].count, board[column].exact)
  return String(board.deals.filter((one) => one.column === column).length)
}
