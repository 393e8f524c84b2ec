import { type AddedMoney, payMore } from './deal-added.ts'
import { type DealState, isDisputed, workState } from './deal-state.ts'
import {
  answerWords,
  creatorFirst,
  type DealTold,
  nextVersion,
  ofOwner,
  upperFirst,
} from './deal-told.ts'
import { UNFUNDED_STATE } from './deal-sentences.ts'
import { DEAL_ENDS, FROZEN_WORDS } from './deal-words.ts'
import type { ProjectTimeline } from './project-schemas.ts'
import { REVIEW_WINDOW_TEXT } from './review-words.ts'

/** The seven stops of every deal. */
export const STOPS = [
  'posted',
  'applied',
  'selected',
  'funded',
  'delivered',
  'reviewed',
  'paid',
] as const
export type StopName = (typeof STOPS)[number]

/** What the track shows in addition to the facts. */
export interface TrackTold extends DealTold {
  timeline: ProjectTimeline
  /** Formats a moment as a short day on the reader's screen. */
  day: (moment: string) => string
  /** Something could not be loaded: then the track does not say who acts next. */
  unsure: boolean
  /** Amounts that later changes added to the price; absent if nothing is known about them. */
  added?: readonly AddedMoney[]
}

/** A stop's label, and its date once done; before that, who acts or the deadline. */
export interface StopText {
  label: string
  when: string
  /** The label starts with a name, which stays capitalised in the middle of a sentence. */
  named: boolean
}

interface Standing {
  told: TrackTold
  state: DealState
  /** The same, ignoring a freeze. */
  beneath: DealState
  isDone: boolean
  isCurrent: boolean
}

const RETURNED = 'Money returned'
const NO_LONGER_DUE = 'No longer due'
/** The review deadline before there is a delivery. */
const WITHIN = `Within ${REVIEW_WINDOW_TEXT}`
/** The states in which anything not done yet is no longer due. */
const NOTHING_DUE: readonly DealState[] = [
  'releasing',
  'returning',
  'decided',
  'returning_part',
  'held_again',
  'cancelled_held',
]

/** The texts of one stop for its reader. */
export function stopText(name: StopName, standing: Standing): StopText {
  const { told, isCurrent, state } = standing
  const plain = STOP_TEXTS[name](standing)
  const isOver = DEAL_ENDS[state] !== null && !standing.isDone && plain.when !== RETURNED
  if (isOver) return { label: plain.label, when: NO_LONGER_DUE, named: false }
  const text = { ...plain, ...(isCurrent ? STATE_TEXTS[state]?.(told) : undefined) }
  return { ...text, named: text.label.startsWith(`${told.creator} `) }
}

type Text = Pick<StopText, 'label' | 'when'>

const dated = ({ told }: Standing, moment: string | null, before: string): string =>
  moment === null ? before : told.day(moment)

/** The stops of a deal in which nothing unusual happens. */
const STOP_TEXTS: Readonly<Record<StopName, (standing: Standing) => Text>> = {
  posted: (at) => ({
    label: 'Project posted',
    when: dated(at, at.told.timeline.posted_at, ofOwner(at.told) ? 'publish it' : 'Not yet'),
  }),
  applied: ({ told }) => ({ label: 'Creators apply', when: appliedWhen(told) }),
  selected: (at) => ({
    label: selectedLabel(at.told),
    when: dated(at, at.told.timeline.accepted_at, ofOwner(at.told) ? '' : 'The brand decides'),
  }),
  funded: (at) => ({
    label: 'Funds held',
    when: at.isDone ? dated(at, at.told.timeline.funded_at, '') : fundedBefore(at.told),
  }),
  delivered: deliveredText,
  reviewed: reviewedText,
  paid: paidText,
}

/**
 * Replaces the text at the current stop, by the deal's state. "Step 4 of 7" is followed by this label, so it describes
 * what is true now: a stop named after its outcome ("Funds held") has a different label until then.
 */
const STATE_TEXTS: Partial<Record<DealState, (told: TrackTold) => Partial<Text>>> = {
  draft: () => ({ label: 'Draft' }),
  ordered: (told) =>
    ofOwner(told)
      ? { label: 'Order sent', when: `${creatorFirst(told)} answers` }
      : { label: 'Order received', when: 'accept or decline' },
  unfunded: () => ({ label: UNFUNDED_STATE }),
  paying: (told) => ({
    label: UNFUNDED_STATE,
    when: ofOwner(told) ? 'finish the payment' : 'The brand is paying',
  }),
  charging: () => ({ label: UNFUNDED_STATE, when: 'Card is being charged' }),
  failed: (told) => ({ label: 'Payment failed', when: ofOwner(told) ? 'try again' : 'Not funded' }),
  turned_away: (told) => ({ label: RETURNED, when: ofOwner(told) ? 'pay again' : 'Not funded' }),
  work: duePart,
  revision: (told) => ({
    label: 'Revision requested',
    when: deliverWhen(told),
    ...duePart(told),
  }),
  approved: (told) => ({
    label: paymentTo(told),
    when: ofOwner(told) ? 'release payment' : 'On release',
  }),
  releasing: (told) => ({
    label: paymentTo(told),
    when: told.releaseAfter == null ? 'On its way' : 'Waits a day',
  }),
  returning: () => ({ label: 'Money goes back', when: 'On its way' }),
  returning_part: () => ({ label: 'Part goes back', when: 'On its way' }),
  decided: (told) => ({ label: paymentTo(told), when: 'As decided' }),
  // Only the creator can return it: the brand's own action is the release.
  held_again: (told) => ({
    label: told.facts.money?.isRest ? 'Still held' : 'Held again',
    when: ofOwner(told) ? 'release payment' : 'The brand releases it',
  }),
  cancelled_held: () => ({ label: 'Money goes back', when: 'return payment' }),
  answer: (told) => ({ label: FROZEN_WORDS.dispute, when: upperAnswer(told) }),
  decision: () => ({ label: FROZEN_WORDS.dispute, when: 'Support decides' }),
  in_dispute: () => ({ label: FROZEN_WORDS.dispute, when: '' }),
  bank_frozen: ({ facts }) =>
    facts.money?.bank === 'lost'
      ? { label: FROZEN_WORDS.bank, when: 'Support decides' }
      : { label: FROZEN_WORDS.bank, when: 'The bank decides' },
  paid_disputed: () => ({ label: FROZEN_WORDS.bank, when: 'The bank decides' }),
}

/** While the creator works, the brand may have to act too: to pay an amount agreed on since. */
function duePart(told: TrackTold): Partial<Text> {
  return ofOwner(told) && told.due ? { when: payMore(told.due) } : {}
}

/** The last stop before the creator is paid. */
const paymentTo = (told: TrackTold): string =>
  ofOwner(told) ? `Payment to ${told.creator}` : 'Your payment'

/** "Tess answers by Nov 27"; for the side that must answer "answer by Nov 27", which follows "Your move". */
const upperAnswer = (told: TrackTold): string => {
  const words = answerWords(told)
  return words.startsWith('answer') ? words : upperFirst(words)
}

function appliedWhen({ timeline, applications, day }: TrackTold): string {
  const { first_application_at: first, accepted_at: accepted } = timeline
  if (!first) return 'Waiting for creators'
  if (!accepted) return `${applications} so far`
  const [from, to] = [day(first), day(accepted)]
  return from === to ? from : `${from} to ${to}`
}

function selectedLabel(told: TrackTold): string {
  if (told.facts.accepted) return ofOwner(told) ? 'Creator selected' : 'You were selected'
  return ofOwner(told) ? 'You select one' : 'The brand selects one'
}

function fundedBefore(told: TrackTold): string {
  if (told.facts.money?.turnedAway) return RETURNED
  if (!told.facts.accepted) return 'In escrow'
  return ofOwner(told) ? 'fund escrow' : 'The brand funds escrow'
}

/** "Maya, by Jun 28" to the other side. */
const deliverWhen = (told: TrackTold): string =>
  ofOwner(told) ? `${told.creator}, by ${told.deadline}` : `by ${told.deadline}`

function deliveredText({ told, state, beneath, isDone, isCurrent }: Standing): Text {
  const { facts, timeline, day } = told
  const { versions, revisionOpen } = facts.work
  if (versions > 0 && !revisionOpen) {
    const label = versions > 1 ? `Version ${versions} delivered` : 'Work delivered'
    return { label, when: timeline.delivered_at ? day(timeline.delivered_at) : '' }
  }
  if (isDone) return { label: 'Work', when: 'Not handed in here' }
  if (NOTHING_DUE.includes(beneath)) return { label: 'Work', when: NO_LONGER_DUE }
  if (!facts.accepted) return { label: 'Work delivered', when: `By ${told.deadline}` }
  if (revisionOpen) return { label: `Version ${nextVersion(facts)}`, when: `By ${told.deadline}` }
  const label = isCurrent || state === 'unfunded' ? 'Work in progress' : 'Work'
  return { label, when: deliverWhen(told) }
}

function reviewedText({ told, state, beneath, isDone, isCurrent }: Standing): Text {
  const { facts, timeline, day, reviewBy } = told
  const owner = ofOwner(told)
  if (isDone && workState(facts.work) === 'approved') {
    const label = owner ? 'You approved' : 'The brand approved'
    return { label, when: timeline.approved_at ? day(timeline.approved_at) : '' }
  }
  const label = !owner ? 'Brand review' : facts.accepted ? 'Your review' : 'You approve'
  if (isDone) return { label, when: facts.money?.decided ? 'By decision' : 'By releasing' }
  if (NOTHING_DUE.includes(beneath)) return { label, when: NO_LONGER_DUE }
  if (reviewBy === null) return { label, when: isDisputed(state) ? '' : WITHIN }
  return { label, when: `${owner && isCurrent ? 'by' : 'By'} ${reviewBy}` }
}

function paidText({ told, state, isDone }: Standing): Text {
  const { timeline, share, day } = told
  const label = ofOwner(told) ? `${creatorFirst(told)} paid` : 'You are paid'
  if (isDone) {
    const paidOn = timeline.released_at === null ? '' : day(timeline.released_at)
    return { label, when: [paidOn, share].filter(Boolean).join(', ') }
  }
  if (state === 'returned' || state === 'bank_took') return { label, when: RETURNED }
  return { label, when: told.facts.accepted ? 'On release' : 'Released' }
}

/** "Your move · by Jun 24"; a stop without a text of its own is just "Your move". */
export function yourMove(when: string): string {
  const isQuiet = when === '' || when === 'On release' || when === WITHIN
  return isQuiet ? 'Your move' : `Your move · ${when}`
}
