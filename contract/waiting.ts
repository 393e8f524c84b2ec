import type { DealState } from './deal-state.ts'
import type { DealReader } from './deal-told.ts'
import type { ProjectTab } from './paths.ts'

/** Where a brand goes to act on a state that waits for it, and the label of the link. */
interface WaitingAct {
  state: DealState
  act: string
  /** The tab of the project's page; null for its top. */
  tab: ProjectTab | null
}

/**
 * The states in which a brand moves next, most urgent first: those with a deadline, then money, then everything else. A
 * test compares this with the states that DEAL_WORDS assigns to the owner.
 */
export const WAITING_ACTS: readonly WaitingAct[] = [
  { state: 'answer', act: 'Answer', tab: null },
  { state: 'review', act: 'Review', tab: 'deliverables' },
  // A change that both agreed on later is to be paid while the creator works; otherwise these are the creator's moves
  // alone.
  { state: 'revision', act: 'Pay the difference', tab: null },
  { state: 'work', act: 'Pay the difference', tab: null },
  { state: 'failed', act: 'Try again', tab: 'payment' },
  { state: 'turned_away', act: 'Try again', tab: 'payment' },
  { state: 'paying', act: 'Finish payment', tab: 'payment' },
  { state: 'unfunded', act: 'Fund escrow', tab: 'payment' },
  { state: 'held_again', act: 'Open payment', tab: 'payment' },
  { state: 'approved', act: 'Release Payment', tab: 'payment' },
  { state: 'choosing', act: 'Choose a creator', tab: 'applications' },
  { state: 'draft', act: 'Finish draft', tab: null },
]

/** Our choice: the maximum number of projects that a response names, and of deals that are examined for it. */
export const WAITING_LIMITS = { shown: 20, examined: 100 } as const

/** The heading above them in My Projects. */
export const waitingWords = {
  title: 'Waiting for you',
  failed: 'We could not load what is waiting for you.',
  more: (count: number) => `Show ${count} more`,
} as const

/**
 * The states in which a creator moves next, most urgent first: a dispute, money to give back, changes, new work. The
 * same test covers it.
 */
export const CREATOR_MOVES: readonly DealState[] = [
  'answer',
  'ordered',
  'cancelled_held',
  'revision',
  'work',
]

/**
 * Returns the position of a state among those that may wait for a side, 0 being the most urgent; null when it never
 * waits. `isReadersMove` says whether it does.
 */
export function waitingRank(state: DealState, reader: DealReader): number | null {
  const states = reader === 'owner' ? WAITING_ACTS.map((one) => one.state) : CREATOR_MOVES
  const rank = states.indexOf(state)
  return rank < 0 ? null : rank
}

export const waitingRoutes = {
  'dashboard.waiting': 'GET /api/dashboard/waiting',
  'dashboard.moves': 'GET /api/dashboard/moves',
} as const
