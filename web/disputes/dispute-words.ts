import type { DealDispute, DisputeEvidence } from '#contract/dispute-schemas.ts'
import {
  ANSWERS,
  type DealDisputeStatus,
  type DisputeSide,
  OPEN_DISPUTE_STATUSES,
} from '#contract/disputes.ts'
import { formatUsd } from '#contract/money.ts'
import type { BadgeTone } from '#web/ui/status-badges.ts'
import type { GlyphName } from '#web/ui/glyphs.tsx'

/** A dispute's reader: which side they are, and the other side's name. */
export interface DisputeReader {
  side: DisputeSide
  otherName: string
}

/** Whether the dispute is open: then the money is frozen. */
export const isOpen = ({ status }: Pick<DealDispute, 'status'>): boolean =>
  (OPEN_DISPUTE_STATUSES as readonly string[]).includes(status)

/** The badge of a dispute's state. */
export const disputeBadges: Record<
  DealDisputeStatus,
  { word: string; tone: BadgeTone; glyph: GlyphName }
> = {
  awaiting_answer: { word: 'Waits for an answer', tone: 'yellow', glyph: 'clock' },
  awaiting_decision: { word: 'Being decided', tone: 'blue', glyph: 'half-disc' },
  withdrawn: { word: 'Withdrawn', tone: 'gray', glyph: 'return' },
  decided: { word: 'Decided', tone: 'green', glyph: 'check' },
  closed: { word: 'Closed', tone: 'gray', glyph: 'dashed-ring' },
}

/** Who opened it, from the reader's perspective. */
export function openedWords(dispute: DealDispute, reader: DisputeReader): string {
  if (dispute.opened_by === 'system')
    return 'A dispute was opened: a delivery was not reviewed in time'
  return dispute.opened_by === reader.side
    ? 'You opened a dispute'
    : `${reader.otherName} opened a dispute`
}

/** Whose move it is; while an answer is awaited, its deadline follows. */
export function moveWords(dispute: DealDispute, reader: DisputeReader): string {
  if (dispute.status === 'awaiting_answer')
    return dispute.respondent === reader.side
      ? `Your move: ${ANSWERS.yours} by`
      : `${ANSWERS.theirs(reader.otherName)} by`
  if (dispute.status === 'awaiting_decision')
    return dispute.answered_at === null
      ? 'The time to answer is over. Our support decides with what is there.'
      : 'Both sides are heard. Our support reads them and decides.'
  if (dispute.status === 'closed')
    return 'Its money is no longer held in escrow, so there was nothing left to decide.'
  return dispute.status === 'withdrawn' ? 'It was withdrawn.' : ''
}

/** Where a decision sends the money, to the cent, one line per recipient. */
export function decisionLines(
  { decision }: DealDispute,
  creatorName: string,
): { to: string; amount: string }[] {
  if (decision === null) return []
  return [
    { to: 'Back to the card', amount: decision.returned_amount },
    { to: creatorName, amount: decision.creator_amount },
    { to: 'Platform fee', amount: decision.fee_amount },
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ to, amount }) => ({ to, amount: formatUsd(amount) }))
}

const EVENT_WORDS: Readonly<Record<string, string>> = {
  'project.create': 'Project created',
  'project.publish': 'Project posted',
  'project.start': 'Project started',
  'project.complete': 'Project completed',
  'project.cancel': 'Project cancelled',
  'application.submit': 'Applied',
  'application.accept': 'Application accepted',
  'offer.make': 'Offer made',
  'offer.accept': 'Offer accepted',
  'offer.decline': 'Offer declined',
  'offer.counter': 'Offer countered',
  'offer.withdraw': 'Offer withdrawn',
  'offer.expire': 'Offer expired',
  'amendment.propose': 'Change proposed',
  'amendment.accept': 'Change agreed',
  'amendment.decline': 'Change declined',
  'amendment.withdraw': 'Change withdrawn',
  'amendment.expire': 'Change expired',
  'amendment.agree': 'Higher price agreed, to be paid',
  'amendment.pay': 'Higher price paid',
  'amendment.lapse': 'Higher price not paid in time',
  'amendment.call_off': 'Agreed change called off before it was paid',
  'payment.hold': 'Money held in escrow',
  'payment.decide': 'Decision about the money',
  'payment.release': 'Payment released',
  'payment.refund': 'Payment returned',
  'payment.part_refund': 'Part of the payment returned',
  'payment.agreed_refund': 'Part of the payment returned, as agreed',
  'payment.dispute': 'A bank disputed the charge',
  'payment.dispute_won': 'The bank let the charge stand',
  'payment.dispute_lost': 'The bank took the money back',
  'deliverable.submit': 'Work handed in',
  'deliverable.approve': 'Work approved',
  'deliverable.request_revision': 'Revision requested',
  'deliverable.supersede': 'Replaced by a newer version',
  'deliverable.escalate': 'Review overdue',
  'deal_dispute.open': 'Dispute opened',
  'deal_dispute.answer': 'Dispute answered',
  'deal_dispute.add_statement': 'Statement added',
  'deal_dispute.fall_due': 'Time to answer over',
  'deal_dispute.withdraw': 'Dispute withdrawn',
  'deal_dispute.decide': 'Dispute decided',
  'deal_dispute.close': 'Dispute closed',
}

/** The events that people recognise, in plain words; intermediate provider steps are left out. */
export const eventsInWords = (events: DisputeEvidence['events']) =>
  events.flatMap((event) => {
    const words = EVENT_WORDS[event.kind]
    return words === undefined ? [] : [{ ...event, words }]
  })
