import { type DealState, isDisputed } from './deal-state.ts'
import type { DealReader } from './deal-told.ts'
import { FROZEN_SENTENCES } from './deal-words.ts'

/** The heading of the actions that are not possible while a dispute is open. */
export const UNAVAILABLE_TITLE = 'Not possible until the dispute is over'

/** An action that a reader may look for, by its button's text, and why it is not available. */
export interface UnavailableAction {
  action: string
  why: string
}

const RELEASE: UnavailableAction = { action: 'Release Payment', why: FROZEN_SENTENCES.dispute }
const RETURN: UnavailableAction = { action: 'Return payment', why: FROZEN_SENTENCES.dispute }
const SECOND: UnavailableAction = {
  action: 'Open a dispute',
  why: 'One is open already. Add to your side instead.',
}

/** Returns the actions a side cannot take while the deal is in dispute; none otherwise. */
export function unavailableActions(state: DealState, reader: DealReader): UnavailableAction[] {
  if (!isDisputed(state)) return []
  return [reader === 'owner' ? RELEASE : RETURN, SECOND]
}

/** Why no work is requested now, shown beside the folded form that still accepts it. */
export function uploadAside(state: DealState): string {
  if (isDisputed(state)) return 'The dispute comes first. You can still hand in work.'
  if (state === 'bank_frozen')
    return 'The bank decides about the money first. You can still hand in work.'
  if (state === 'review')
    return 'A newer version replaces the one that waits, and its review starts over.'
  return 'Nothing more is asked of you now. You can still hand in another version.'
}
