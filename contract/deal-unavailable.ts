import { type DealState, isDisputed } from './deal-state.ts'
import type { DealReader } from './deal-told.ts'
import { FROZEN_SENTENCES } from './deal-words.ts'

/** Above what cannot be done while a dispute is open. */
export const UNAVAILABLE_TITLE = 'Not possible until the dispute is over'

/** An action someone would look for, by its button's words, and why it is not there. */
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

/** The actions a side cannot take while the deal is in dispute; none otherwise. */
export function unavailableActions(state: DealState, reader: DealReader): UnavailableAction[] {
  if (!isDisputed(state)) return []
  return [reader === 'owner' ? RELEASE : RETURN, SECOND]
}

/** Why work is not asked for now, beside the folded form that still takes it. */
export function uploadAside(state: DealState): string {
  if (isDisputed(state)) return 'The dispute comes first. You can still hand in work.'
  if (state === 'bank_frozen')
    return 'The bank decides about the money first. You can still hand in work.'
  if (state === 'review')
    return 'A newer version replaces the one that waits, and its review starts over.'
  return 'Nothing more is asked of you now. You can still hand in another version.'
}
