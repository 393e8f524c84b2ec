import type { EventMove } from './events.ts'
import {
  dayWords,
  minuteWords,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectTab,
  quoted,
} from './notice.ts'
import { priceFor } from './notice-price.ts'
import { roundsText } from './round-words.ts'
import type { OfferSide } from './offers.ts'
import { paths } from './paths.ts'

const isBy = (side: OfferSide) => (facts: NoticeFacts) => facts.offer?.by === side

/** "$480.00, delivered by Jul 3, 2026, with 2 rounds of revision"; `price` as the reader reads it. */
const termsOf = (facts: NoticeFacts, price: string): string =>
  `${price}, delivered by ${dayWords(facts.offer?.deliver_by ?? null)}, with ${roundsText(facts.offer?.rounds ?? 0)}`

/** The time until which an offer is open, to the minute: for an offer that lasts a day, a date alone is useless. */
const until = ({ offer }: NoticeFacts): string => minuteWords(offer?.expires_at ?? null)

/** The page where each side answers offers. */
const pageOf: Record<OfferSide, Notice['path']> = {
  seller: projectTab('applications'),
  creator: (facts) =>
    facts.project_id === null ? paths.myApplications : paths.project(facts.project_id),
}

/** The other side's name, and the offer's price as the reader sees it. */
interface Said {
  other: string
  price: string
}

interface Words {
  sentence: (facts: NoticeFacts, said: Said) => string
  subject: (facts: NoticeFacts, said: Said) => string
  lines: (facts: NoticeFacts, said: Said) => string[]
  action: string
  when?: (reader: OfferSide) => (facts: NoticeFacts) => boolean
  kind?: Notice['kind']
}

/** The notice for one reader. */
function noticeOf(reader: OfferSide, words: Words): Notice {
  const { sentence, subject, lines, action, when, kind = 'applications' } = words
  const said = (facts: NoticeFacts): Said => ({
    other: reader === 'seller' ? facts.creator_name : facts.seller_name,
    price: priceFor(reader, facts),
  })
  return {
    kind,
    sentence: (facts) => sentence(facts, said(facts)),
    path: pageOf[reader],
    mail: {
      subject: (facts) => subject(facts, said(facts)),
      lines: (facts) => lines(facts, said(facts)),
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
    sentence: (facts, { other, price }) =>
      `${other} offers ${termsOf(facts, price)} for ${quoted(facts)}. Answer by ${until(facts)}.`,
    subject: (facts, { other, price }) => `${other} made an offer for ${quoted(facts)}: ${price}`,
    lines: (facts, { other, price }) => [
      `${other} offers ${termsOf(facts, price)}.`,
      ...(facts.words === null ? [] : [facts.words]),
      `You can accept, counter or decline it until ${until(facts)}.`,
    ],
    action: 'Answer the offer',
  }),
  // When the brand accepts, the creator learns of it from the notice of the accepted application.
  'offer.accept': {
    seller: noticeOf('seller', {
      sentence: (facts, { other, price }) =>
        `${other} accepted your offer of ${price} for ${quoted(facts)}. ${afterwards(facts)}`,
      subject: (facts, { other }) => `${other} accepted your offer for ${quoted(facts)}`,
      lines: (facts, { other, price }) => [
        `${other} accepted ${termsOf(facts, price)}.`,
        afterwards(facts),
      ],
      action: 'Open the project',
    }),
  },
  'offer.decline': toBoth({
    sentence: (facts, { other, price }) =>
      `${other} declined your offer of ${price} for ${quoted(facts)}. The application stays as it is.`,
    subject: (facts, { other }) => `${other} declined your offer for ${quoted(facts)}`,
    lines: (facts, { other, price }) => [
      `${other} declined ${termsOf(facts, price)}.`,
      'The application stays as it is, and you can make another offer.',
    ],
    action: 'Open the project',
  }),
  'offer.counter': { nobody: 'the offer that counters it says it' },
  'offer.withdraw': toBoth({
    sentence: (facts, { other, price }) =>
      `${other} withdrew the offer of ${price} for ${quoted(facts)}.`,
    subject: (facts, { other }) => `${other} withdrew an offer for ${quoted(facts)}`,
    lines: (_, { other, price }) => [
      `${other} withdrew the offer of ${price}. The application stays as it is.`,
    ],
    action: 'Open the project',
  }),
  'offer.expire': toBoth({
    sentence: (facts, { price }) =>
      `The offer of ${price} for ${quoted(facts)} expired without an answer. The application stays as it is.`,
    subject: (facts) => `An offer for ${quoted(facts)} expired`,
    lines: (_, { price }) => [
      `The offer of ${price} was not answered in time. The application stays as it is, and either side can make another offer.`,
    ],
    action: 'Open the project',
  }),
  // The brand itself has just changed the text.
  'offer.overtake': {
    creator: noticeOf('creator', {
      sentence: (facts, { other, price }) =>
        `${other} changed ${quoted(facts)}, so the offer of ${price} about it has ended. Your application stays as it is.`,
      subject: (facts, { other }) => `${other} changed ${quoted(facts)}`,
      lines: (_, { other, price }) => [
        `${other} changed what the project asks for, so the offer of ${price} about it has ended.`,
        'Your application stays as it is. Read what is new, and make another offer if you like.',
      ],
      action: 'Open the project',
    }),
  },
  'offer.close': { nobody: 'the answer to the application, or its end, says it' },
  'clock.offer_reminder': toBoth({
    kind: 'reminders',
    sentence: (facts, { other, price }) =>
      `${other}’s offer of ${price} for ${quoted(facts)} waits for your answer until ${until(facts)}.`,
    subject: (facts) => `An offer for ${quoted(facts)} waits for your answer`,
    lines: (facts, { other, price }) => [
      `${other} offers ${termsOf(facts, price)}. You can accept, counter or decline it until ${until(facts)}.`,
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
