import { splitOfDecision } from './deal-split.ts'
import { FROZEN_SENTENCES } from './deal-words.ts'
import { DISPUTE_REASONS } from './dispute-reasons.ts'
import { ANSWERS, type DisputeSide } from './disputes.ts'
import type { EventMove } from './events.ts'
import { DEFAULT_FEE_TERMS } from './fees.ts'
import { formatCents } from './money.ts'
import {
  dayWords,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  projectTab,
  quoted,
} from './notice.ts'
import { REVIEW_WINDOW_TEXT } from './review-words.ts'
import type { Audience } from './notifications.ts'

interface Words {
  sentence: Notice['sentence']
  subject: Notice['mail']['subject']
  lines: (facts: NoticeFacts) => string[]
  when?: Notice['when']
}

const pathOf: Record<Audience, Notice['path']> = {
  seller: projectTab('payment'),
  creator: projectPage,
}

const toOne = (side: Audience, { sentence, subject, lines, when }: Words): Notice => ({
  kind: 'payments',
  sentence,
  path: pathOf[side],
  mail: { subject, lines, action: 'Open the dispute' },
  ...(when === undefined ? {} : { when }),
})
/** Each side gets its own text; the actor gets none. */
const toBoth = (words: (reader: DisputeSide) => Words): NoticeLine => ({
  seller: toOne('seller', words('seller')),
  creator: toOne('creator', words('creator')),
})

const amount = ({ amount_cents }: NoticeFacts) => formatCents(amount_cents ?? 0)
const nameOf = (side: DisputeSide, facts: NoticeFacts) =>
  side === 'seller' ? facts.seller_name : facts.creator_name
const otherOf = (reader: DisputeSide, facts: NoticeFacts) =>
  nameOf(reader === 'seller' ? 'creator' : 'seller', facts)
const reason = ({ dispute }: NoticeFacts) =>
  dispute === null ? '' : DISPUTE_REASONS[dispute.reason].label
const answerDay = ({ dispute }: NoticeFacts) => dayWords(dispute?.answer_by.slice(0, 10) ?? null)
const frozen = (facts: NoticeFacts) =>
  `${amount(facts)} is held in escrow. ${FROZEN_SENTENCES.dispute}`

/** Who has to act next, as one of the two sides reads it. */
function nextMove(reader: DisputeSide, facts: NoticeFacts): string {
  const respondent = facts.dispute?.respondent ?? reader
  return reader === respondent
    ? `Please state your side by ${answerDay(facts)}. After that it is decided with what is there.`
    : `${ANSWERS.theirs(nameOf(respondent, facts))} by ${answerDay(facts)}. You can add your side, too.`
}

/** Where the money went, to the cent. */
function shares(facts: NoticeFacts): string {
  const returned = facts.returned_cents ?? 0
  const { creatorCents, feeCents } = splitOfDecision(
    facts.parts_cents ?? [facts.amount_cents ?? 0],
    returned,
    facts.fee_terms ?? DEFAULT_FEE_TERMS,
  )
  const back = `${formatCents(returned)} goes back to the card`
  const paid = `${formatCents(creatorCents)} goes to ${facts.creator_name}, ${formatCents(feeCents)} is the platform fee`
  if (facts.dispute?.outcome === 'refund') return `${back}.`
  return facts.dispute?.outcome === 'split' ? `${back}, ${paid}.` : `${paid}.`
}

/** Events of disputes between the two sides of a deal; those of a bank's disputes are in money-notices.ts. */
export const disputeNotices: Record<
  `deal_dispute.${EventMove<'deal_dispute'>}` | 'clock.dispute_reminder',
  NoticeLine
> = {
  'deal_dispute.open': toBoth((reader) => ({
    sentence: (facts) =>
      facts.by_system
        ? `The ${REVIEW_WINDOW_TEXT} of review for ${quoted(facts)} are over, so a dispute was opened about ${amount(facts)}.`
        : `${otherOf(reader, facts)} opened a dispute about ${quoted(facts)}. ${amount(facts)} is frozen.`,
    subject: (facts) => `A dispute was opened about ${quoted(facts)}`,
    lines: (facts) => [
      facts.by_system
        ? `No one answered the delivery within the ${REVIEW_WINDOW_TEXT} of review. Our support decides about it.`
        : `${otherOf(reader, facts)} opened a dispute: ${reason(facts)}.`,
      ...(facts.words === null ? [] : [facts.words]),
      frozen(facts),
      nextMove(reader, facts),
    ],
  })),
  'deal_dispute.answer': toBoth((reader) => ({
    sentence: (facts) =>
      `${otherOf(reader, facts)} answered the dispute about ${quoted(facts)}. Our support decides now.`,
    subject: (facts) => `${otherOf(reader, facts)} answered the dispute about ${quoted(facts)}`,
    lines: (facts) => [
      ...(facts.words === null ? [] : [facts.words]),
      'Our support reads both sides and decides. You can still add to yours until then.',
    ],
  })),
  'deal_dispute.add_statement': toBoth((reader) => ({
    sentence: (facts) => `${otherOf(reader, facts)} added to the dispute about ${quoted(facts)}.`,
    subject: (facts) => `${otherOf(reader, facts)} added to the dispute about ${quoted(facts)}`,
    lines: (facts) => [facts.words ?? '', 'You can add to your side until it is decided.'],
  })),
  'deal_dispute.fall_due': toBoth((reader) => ({
    sentence: (facts) =>
      `The time to answer the dispute about ${quoted(facts)} is over. Our support decides now.`,
    subject: (facts) => `The dispute about ${quoted(facts)} goes to our support`,
    lines: (facts) => [
      facts.dispute?.respondent === reader
        ? 'You did not answer in time. You can still state your side until it is decided.'
        : `${otherOf(reader, facts)} did not answer in time.`,
      'Our support decides with what is there.',
    ],
  })),
  'deal_dispute.withdraw': toBoth((reader) => ({
    sentence: (facts) =>
      `${otherOf(reader, facts)} withdrew the dispute about ${quoted(facts)}. The money is held as before.`,
    subject: (facts) => `The dispute about ${quoted(facts)} was withdrawn`,
    lines: (facts) => [
      `${otherOf(reader, facts)} withdrew the dispute. ${amount(facts)} is held in escrow as before, and a review that was waiting goes on with the time it had left.`,
    ],
  })),
  'deal_dispute.decide': toBoth(() => ({
    sentence: (facts) => `The dispute about ${quoted(facts)} is decided: ${shares(facts)}`,
    subject: (facts) => `The dispute about ${quoted(facts)} is decided`,
    lines: (facts) => [shares(facts), 'The reason:', facts.words ?? ''],
  })),
  'deal_dispute.close': toBoth(() => ({
    sentence: (facts) =>
      `The dispute about ${quoted(facts)} is closed: its money is no longer held here.`,
    subject: (facts) => `The dispute about ${quoted(facts)} is closed`,
    lines: () => [
      'The money it was about is no longer held in escrow, so there is nothing left to decide.',
    ],
  })),
  'clock.dispute_reminder': toBoth((reader) => {
    const text = (facts: NoticeFacts) =>
      `The dispute about ${quoted(facts)} waits for your answer until ${answerDay(facts)}.`
    return {
      sentence: text,
      subject: (facts) => `Please answer the dispute about ${quoted(facts)} by ${answerDay(facts)}`,
      lines: (facts) => [
        text(facts),
        'Without your answer our support decides with what is there.',
      ],
      when: (facts) => facts.dispute?.respondent === reader,
    }
  }),
}
