import type { EventMove } from './events.ts'
import { formatCents } from './money.ts'
import {
  dayWords,
  minuteWords,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectTab,
  quoted,
} from './notice.ts'
import { roundsText } from './round-words.ts'
import type { OfferSide } from './offers.ts'
import { paths } from './paths.ts'

const price = ({ amount_cents }: NoticeFacts) => formatCents(amount_cents ?? 0)
const isBy = (side: OfferSide) => (facts: NoticeFacts) => facts.offer?.by === side

/** "$480.00, delivered by Jul 3, 2026, with 2 rounds of revision". */
const termsOf = (facts: NoticeFacts): string =>
  `${price(facts)}, delivered by ${dayWords(facts.offer?.deliver_by ?? null)}, with ${roundsText(facts.offer?.rounds ?? 0)}`

/** Until when an offer is open, to the minute: an offer of a day has no use for a date alone. */
const until = ({ offer }: NoticeFacts): string => minuteWords(offer?.expires_at ?? null)

/** Where each side answers offers. */
const pageOf: Record<OfferSide, Notice['path']> = {
  seller: projectTab('applications'),
  creator: (facts) =>
    facts.project_id === null ? paths.myApplications : paths.project(facts.project_id),
}

interface Words {
  sentence: (facts: NoticeFacts, other: string) => string
  subject: (facts: NoticeFacts, other: string) => string
  lines: (facts: NoticeFacts, other: string) => string[]
  action: string
  when?: (reader: OfferSide) => (facts: NoticeFacts) => boolean
  kind?: Notice['kind']
}

/** The notice for one reader; `other` is the name of the other side. */
function noticeOf(reader: OfferSide, words: Words): Notice {
  const { sentence, subject, lines, action, when, kind = 'applications' } = words
  const other = (facts: NoticeFacts) =>
    reader === 'seller' ? facts.creator_name : facts.seller_name
  return {
    kind,
    sentence: (facts) => sentence(facts, other(facts)),
    path: pageOf[reader],
    mail: {
      subject: (facts) => subject(facts, other(facts)),
      lines: (facts) => lines(facts, other(facts)),
      action,
    },
    ...(when === undefined ? {} : { when: when(reader) }),
  }
}

const toBoth = (words: Words): NoticeLine => ({
  seller: noticeOf('seller', words),
  creator: noticeOf('creator', words),
})

const otherSide: Record<OfferSide, OfferSide> = { seller: 'creator', creator: 'seller' }

/** Events of offers, and the reminder before one expires. */
export const offerNotices: Record<
  `offer.${EventMove<'offer'>}` | 'clock.offer_reminder',
  NoticeLine
> = {
  'offer.make': toBoth({
    sentence: (facts, other) =>
      `${other} offers ${termsOf(facts)} for ${quoted(facts)}. Answer by ${until(facts)}.`,
    subject: (facts, other) => `${other} made an offer for ${quoted(facts)}: ${price(facts)}`,
    lines: (facts, other) => [
      `${other} offers ${termsOf(facts)}.`,
      ...(facts.words === null ? [] : [facts.words]),
      `You can accept, counter or decline it until ${until(facts)}.`,
    ],
    action: 'Answer the offer',
  }),
  // Where the brand accepts, the accepted application tells the creator.
  'offer.accept': {
    seller: noticeOf('seller', {
      sentence: (facts, other) =>
        `${other} accepted your offer of ${price(facts)} for ${quoted(facts)}. ${afterwards(facts)}`,
      subject: (facts, other) => `${other} accepted your offer for ${quoted(facts)}`,
      lines: (facts, other) => [`${other} accepted ${termsOf(facts)}.`, afterwards(facts)],
      action: 'Open the project',
    }),
  },
  'offer.decline': toBoth({
    sentence: (facts, other) =>
      `${other} declined your offer of ${price(facts)} for ${quoted(facts)}. The application stays as it is.`,
    subject: (facts, other) => `${other} declined your offer for ${quoted(facts)}`,
    lines: (facts, other) => [
      `${other} declined ${termsOf(facts)}.`,
      'The application stays as it is, and you can make another offer.',
    ],
    action: 'Open the project',
  }),
  'offer.counter': { nobody: 'the offer that counters it says it' },
  'offer.withdraw': toBoth({
    sentence: (facts, other) =>
      `${other} withdrew the offer of ${price(facts)} for ${quoted(facts)}.`,
    subject: (facts, other) => `${other} withdrew an offer for ${quoted(facts)}`,
    lines: (facts, other) => [
      `${other} withdrew the offer of ${price(facts)}. The application stays as it is.`,
    ],
    action: 'Open the project',
  }),
  'offer.expire': toBoth({
    sentence: (facts) =>
      `The offer of ${price(facts)} for ${quoted(facts)} expired without an answer. The application stays as it is.`,
    subject: (facts) => `An offer for ${quoted(facts)} expired`,
    lines: (facts) => [
      `The offer of ${price(facts)} was not answered in time. The application stays as it is, and either side can make another offer.`,
    ],
    action: 'Open the project',
  }),
  // Its brand has just changed the text.
  'offer.overtake': {
    creator: noticeOf('creator', {
      sentence: (facts, other) =>
        `${other} changed ${quoted(facts)}, so the offer of ${price(facts)} about it has ended. Your application stays as it is.`,
      subject: (facts, other) => `${other} changed ${quoted(facts)}`,
      lines: (facts, other) => [
        `${other} changed what the project asks for, so the offer of ${price(facts)} about it has ended.`,
        'Your application stays as it is. Read what is new, and make another offer if you like.',
      ],
      action: 'Open the project',
    }),
  },
  'offer.close': { nobody: 'the answer to the application, or its end, says it' },
  'clock.offer_reminder': toBoth({
    kind: 'reminders',
    sentence: (facts, other) =>
      `${other}’s offer of ${price(facts)} for ${quoted(facts)} waits for your answer until ${until(facts)}.`,
    subject: (facts) => `An offer for ${quoted(facts)} waits for your answer`,
    lines: (facts, other) => [
      `${other} offers ${termsOf(facts)}. You can accept, counter or decline it until ${until(facts)}.`,
    ],
    action: 'Answer the offer',
    when: (reader) => isBy(otherSide[reader]),
  }),
}

function afterwards(facts: NoticeFacts): string {
  return facts.offer?.hire_at_once === true
    ? `${facts.creator_name} is hired: pay the money in next.`
    : `Accept ${facts.creator_name}’s application to hire them.`
}
