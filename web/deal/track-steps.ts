import { formatUsd } from '#contract/money.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { formatShortDay } from '#web/ui/dates.ts'
import type { TrackStep } from '#web/ui/EscrowTrack.tsx'

/** The facts behind a deal's track. */
export interface Deal {
  project: Pick<
    ProjectDetail,
    'status' | 'deadline' | 'application_count' | 'timeline' | 'accepted_price'
  >
  /** The reader: the brand that owns the project, or the accepted creator. */
  reader: 'owner' | 'creator'
  /** First name of the accepted creator; null before there is one. */
  creatorName: string | null
  paymentStatus: PaymentStatus | null
  /** Money arrived after the project was cancelled and went straight back. */
  paidTooLate: boolean
  /** The release was ordered and the provider has not carried it out yet. */
  releasing: boolean
  /** USD: the creator's share; null before a price was agreed. */
  creatorAmount: number | null
  /** Deliverables that wait for the owner, and when the first is due. */
  toReview: number
  reviewBy: string | null
  /** A revision was asked for and not answered yet. */
  revisionOpen: boolean
  /** The payment or the deliverables could not be loaded: then no one's move is named. */
  unsure: boolean
}

/** A deal's seven stops and the sentence that says where it stands. */
export interface Track {
  steps: TrackStep[]
  note: string
  /** The sentence for a finished deal; null while something comes next. */
  ended: string | null
}

/** By when a delivery is reviewed, while there is none. */
const WITHIN = `Within ${REVIEW_WINDOW_TEXT}`
const RETURNED = 'Money returned'

type Turn = 'owner' | 'creator' | 'others'

/** The seven stops as the reader sees them: what is done, whose move it is, and by when (DESIGN §1.3). */
export function trackSteps(deal: Deal): Track {
  const { project, reader, paymentStatus } = deal
  const { timeline } = project
  const held = paymentStatus === 'held_in_escrow'
  const delivered = timeline.delivered_at !== null && !deal.revisionOpen
  const approved = timeline.approved_at !== null && deal.toReview === 0 && !deal.revisionOpen

  const done = [
    timeline.posted_at !== null,
    timeline.first_application_at !== null,
    timeline.accepted_at !== null,
    timeline.funded_at !== null,
    // Released money ends the deal, whatever was delivered here.
    delivered || approved || timeline.released_at !== null,
    approved || timeline.released_at !== null,
    timeline.released_at !== null,
  ]
  const texts = stepTexts(deal)
  const at = done.indexOf(false)
  const running =
    project.status !== 'cancelled' &&
    project.status !== 'completed' &&
    paymentStatus !== 'refunded' &&
    !deal.unsure
  const steps = texts.map(({ label, when, turn }, index): TrackStep => {
    const current = running && index === at
    const state = done[index] ? 'done' : !current ? 'todo' : turn === reader ? 'yours' : 'theirs'
    // Between funding and payout the rail is red lead: the money is held during these stops.
    return {
      label,
      named: label.startsWith(`${deal.creatorName} `),
      when: state === 'yours' ? yourMove(when) : when,
      state,
      held: held && index >= 3 && index <= 5,
    }
  })
  const ended = paymentStatus === 'refunded' ? RETURNED : null
  return { steps, note: deal.unsure ? '' : noteOf(deal, at), ended }
}

interface StepText {
  label: string
  /** The date once done; before that, who acts or by when. */
  when: string
  turn: Turn
}

function stepTexts(deal: Deal): StepText[] {
  const { project, reader } = deal
  const { timeline } = project
  const owner = reader === 'owner'
  const name = deal.creatorName ?? 'Creator'
  const deadline = formatShortDay(project.deadline)
  const day = (value: string | null, before: string) => (value ? formatShortDay(value) : before)
  return [
    {
      label: 'Project posted',
      when: day(timeline.posted_at, owner ? 'publish it' : 'Not yet'),
      turn: 'owner',
    },
    { label: 'Creators apply', when: appliedWhen(project), turn: 'others' },
    {
      label: selectedLabel(deal),
      when: day(timeline.accepted_at, owner ? '' : 'Seller decides'),
      turn: 'owner',
    },
    { label: 'Funds held', when: day(timeline.funded_at, fundedBefore(deal)), turn: 'owner' },
    deliveredText(deal, name, deadline),
    reviewText(deal),
    {
      label: owner ? `${name} paid` : 'You are paid',
      when: timeline.released_at
        ? paidWhen(timeline.released_at, deal.creatorAmount)
        : paidBefore(deal),
      turn: deal.releasing ? 'others' : 'owner',
    },
  ]
}

function appliedWhen(project: Deal['project']): string {
  const { first_application_at: first, accepted_at: accepted } = project.timeline
  if (!first) return 'Waiting for creators'
  if (!accepted) return `${project.application_count} so far`
  const [from, to] = [formatShortDay(first), formatShortDay(accepted)]
  return from === to ? from : `${from} to ${to}`
}

function selectedLabel({ project, reader }: Deal): string {
  if (project.timeline.accepted_at)
    return reader === 'owner' ? 'Creator selected' : 'You were selected'
  return reader === 'owner' ? 'You select one' : 'Seller selects one'
}

function fundedBefore({ project, reader, paidTooLate }: Deal): string {
  if (paidTooLate) return RETURNED
  if (!project.timeline.accepted_at) return 'In escrow'
  return reader === 'owner' ? 'fund escrow' : 'Seller funds escrow'
}

function deliveredText(deal: Deal, name: string, deadline: string): StepText {
  const { project, reader, revisionOpen, paymentStatus } = deal
  const { accepted_at: accepted, delivered_at: delivered } = project.timeline
  if (delivered && !revisionOpen)
    return { label: 'Work delivered', when: formatShortDay(delivered), turn: 'creator' }
  if (!accepted) return { label: 'Work delivered', when: `By ${deadline}`, turn: 'creator' }
  if (project.timeline.released_at)
    return { label: 'Work', when: 'Not handed in here', turn: 'creator' }
  if (paymentStatus === 'refunded') return { label: 'Work', when: 'No longer due', turn: 'creator' }
  const label = revisionOpen ? 'Revision requested' : 'Work in progress'
  return {
    label,
    when: reader === 'owner' ? `${name}, by ${deadline}` : `by ${deadline}`,
    turn: 'creator',
  }
}

function reviewText({ project, reader, toReview, reviewBy, paymentStatus }: Deal): StepText {
  const { accepted_at: accepted, approved_at: approved } = project.timeline
  const owner = reader === 'owner'
  if (approved && toReview === 0) {
    return {
      label: owner ? 'You approved' : 'Seller approved',
      when: formatShortDay(approved),
      turn: 'owner',
    }
  }
  const label = !owner ? 'Seller review' : accepted ? 'Your review' : 'You approve'
  if (project.timeline.released_at) return { label, when: 'By releasing', turn: 'owner' }
  if (paymentStatus === 'refunded') return { label, when: 'No longer due', turn: 'owner' }
  if (toReview === 0 || !reviewBy) return { label, when: WITHIN, turn: 'owner' }
  return { label, when: `${owner ? 'by' : 'By'} ${formatShortDay(reviewBy)}`, turn: 'owner' }
}

function paidBefore({
  project,
  reader,
  paymentStatus,
  releasing,
  toReview,
  revisionOpen,
}: Deal): string {
  if (paymentStatus === 'refunded') return RETURNED
  if (releasing) return 'On its way'
  if (!project.timeline.accepted_at) return 'Released'
  const approved = project.timeline.approved_at !== null && toReview === 0 && !revisionOpen
  return reader === 'owner' && approved ? 'release payment' : 'On release'
}

function paidWhen(released: string, creatorAmount: number | null): string {
  const day = formatShortDay(released)
  return creatorAmount === null ? day : `${day}, ${formatUsd(creatorAmount)}`
}

/** "Your move · by Jun 24"; a stop without a text of its own is just "Your move". */
function yourMove(when: string): string {
  const quiet = when === '' || when === 'On release' || when === WITHIN
  return quiet ? 'Your move' : `Your move · ${when}`
}

function noteOf(deal: Deal, at: number): string {
  const { project, reader, paymentStatus } = deal
  if (deal.paidTooLate)
    return 'This project was cancelled. What was paid after that went back to the card.'
  if (project.status === 'cancelled') return 'This project was cancelled.'
  if (paymentStatus === 'refunded') return 'The money went back to the card it came from.'
  const owner = reader === 'owner'
  const name = deal.creatorName ?? 'the creator'
  const amount =
    project.accepted_price === null ? 'the agreed price' : formatUsd(project.accepted_price)
  const money = paymentStatus === 'held_in_escrow' ? `${upperFirst(amount)} held. ` : ''
  const deadline = formatShortDay(project.deadline)
  const count = project.application_count
  if (deal.releasing) return `${money}The transfer to ${owner ? name : 'you'} is on its way.`
  switch (at) {
    case 0:
      return 'Only you can see this draft.'
    case 1:
      return 'Creators can see this project and apply.'
    case 2:
      return `${count} ${count === 1 ? 'creator' : 'creators'} applied. Accept one to fund the project.`
    case 3:
      return owner ? `Fund ${amount} so that ${name} can start.` : 'The work is not funded yet.'
    case 4:
      return `${money}${owner ? `${name} delivers` : 'Deliver your work'} by ${deadline}.`
    case 5: {
      const by = deal.reviewBy ? ` by ${formatShortDay(deal.reviewBy)}` : ''
      return `${money}${owner ? `Approve or ask for a revision${by}.` : `The seller answers${by}.`}`
    }
    case 6:
      return `${money}${owner ? 'Release the payment when you are ready.' : 'The seller releases the payment.'}`
    default:
      return owner ? `${name} was paid.` : 'You were paid.'
  }
}

function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
