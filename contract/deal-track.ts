import {
  type DealFacts,
  beneathState,
  dealState,
  type DealState,
  type FROZEN_STATES,
  workState,
} from './deal-state.ts'
import { addedLines } from './deal-added.ts'
import {
  type StopName,
  STOPS,
  type StopText,
  stopText,
  type TrackTold,
  yourMove,
} from './deal-stops.ts'
import { DEAL_ENDS, dealNote, isReadersMove } from './deal-words.ts'

/** A stop of a deal as its reader sees it. */
export interface DealStop extends StopText {
  /** Done, waiting for the other side, waiting for the reader, or still to come. */
  state: 'done' | 'theirs' | 'yours' | 'todo'
  /** Further lines: at the held funds, the amounts added to them. */
  also: readonly string[]
  /** Money is held between this stop and the next. */
  held: boolean
}

/** A deal's seven stops, the sentence that describes its state, and the words for its end. */
export interface DealTrack {
  stops: DealStop[]
  note: string
  /** Null while there is a next step. */
  ended: string | null
}

/** Returns the seven stops as the reader sees them: what is done, who acts next, and by when (DESIGN §1.3). */
export function dealTrack(told: TrackTold): DealTrack {
  const { facts, unsure } = told
  const state = dealState(facts)
  const beneath = beneathState(facts)
  const current = unsure ? null : currentStop(facts)
  const isYours = isReadersMove(told)
  const stops = STOPS.map((name): DealStop => {
    const isCurrent = name === current
    const isDone = unsure
      ? told.timeline[HAPPENED_AT[name]] !== null
      : !isCurrent && isStopDone(name, facts)
    const text = stopText(name, { told, state, beneath, isDone, isCurrent })
    const stands = isDone ? 'done' : !isCurrent ? 'todo' : isYours ? 'yours' : 'theirs'
    return {
      ...text,
      when: stands === 'yours' ? yourMove(text.when) : text.when,
      state: stands,
      also: name === 'funded' ? addedLines(told) : [],
      held: facts.money?.status === 'held_in_escrow' && HELD_FROM.includes(name),
    }
  })
  const ended = unsure ? null : DEAL_ENDS[state]
  return { stops, note: unsure ? '' : dealNote(told), ended }
}

/** The time of each stop: the only information while the money and the work are not loaded. */
const HAPPENED_AT: Readonly<Record<StopName, keyof TrackTold['timeline']>> = {
  posted: 'posted_at',
  applied: 'first_application_at',
  selected: 'accepted_at',
  funded: 'funded_at',
  delivered: 'delivered_at',
  reviewed: 'approved_at',
  paid: 'released_at',
}

/** Between funding and payout the rail is red lead: the money is held during these stops. */
const HELD_FROM: readonly StopName[] = ['funded', 'delivered', 'reviewed']

/**
 * The position of each state on the track; null if the deal is over. A frozen deal stays at the stop where it was
 * frozen.
 */
const STOP_OF: Readonly<Record<Exclude<DealState, FrozenState>, StopName | null>> = {
  draft: 'posted',
  ordered: 'posted',
  open: 'applied',
  choosing: 'selected',
  hired: null,
  hired_over: null,
  unfunded: 'funded',
  paying: 'funded',
  charging: 'funded',
  failed: 'funded',
  turned_away: 'funded',
  work: 'delivered',
  revision: 'delivered',
  review: 'reviewed',
  approved: 'paid',
  releasing: 'paid',
  returning: 'paid',
  returning_part: 'paid',
  decided: 'paid',
  held_again: 'paid',
  cancelled_held: 'paid',
  paid_disputed: 'paid',
  paid: null,
  paid_bank_lost: null,
  returned: null,
  bank_took: null,
  cancelled: null,
  cancelled_paying: null,
  cancelled_late: null,
}
type FrozenState = (typeof FROZEN_STATES)[number]

/** The stop that is waiting for someone; null once the deal is over. */
export const currentStop = (facts: DealFacts): StopName | null =>
  STOP_OF[beneathState(facts) as Exclude<DealState, FrozenState>]

/** The stop's event has happened and has not been undone since. */
export function isStopDone(
  name: StopName,
  { project, applied, accepted, work, money, hiring }: DealFacts,
): boolean {
  const isPaid = money?.status === 'released'
  switch (name) {
    case 'posted':
      return project !== 'draft'
    case 'applied':
      return applied
    case 'selected':
      return accepted || (hiring != null && project !== 'active' && hiring.hired > 0)
    case 'funded':
      return money !== null && !['pending', 'failed'].includes(money.status)
    // Released money ends the deal, regardless of what was delivered here.
    case 'delivered':
      return isPaid || (work.versions > 0 && !work.revisionOpen)
    case 'reviewed':
      return isPaid || workState(work) === 'approved'
    case 'paid':
      return isPaid
  }
}
