import type { EventKind } from './events.ts'
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
import { priceFor } from './notice-price.ts'
import { daysText } from './number-text.ts'
import { monthsText } from './licence-sentence.ts'

type LicenceKind = Extract<EventKind, `licence.${string}`> | `clock.licence_${'ends' | 'ended'}`

const daysLeft = ({ days_left }: NoticeFacts) => daysText(days_left ?? 0)
const lastDayOf = ({ licence_ends_on: day }: NoticeFacts) => dayWords(day ?? null)
/** "Your licence CW-8F3K-21QX for “Three reels” ends in 7 days, on May 22, 2027." */
const endsSoon = (facts: NoticeFacts) =>
  facts.days_left === 0
    ? `Your licence ${facts.licence_code} for ${quoted(facts)} ends today, on ${lastDayOf(facts)}.`
    : `Your licence ${facts.licence_code} for ${quoted(facts)} ends in ${daysLeft(facts)}, on ${lastDayOf(facts)}.`
const ended = (facts: NoticeFacts) =>
  `The licence ${facts.licence_code} for ${quoted(facts)} ended on ${lastDayOf(facts)}.`

/** "You can add 3 more months for $120.00.", if the terms name a price. */
const canAdd = ({ licence_more: terms }: NoticeFacts): string[] =>
  terms == null
    ? []
    : [`You can add ${monthsText(terms.months, 'more ')} for ${formatCents(terms.cents)}.`]

/** "6 more months" */
const more = ({ extension_months: months }: NoticeFacts) => monthsText(months ?? 0, 'more ')
const EXTENDED = 'payments' as const

/** Licences follow the money, whose notices cover them; only their end happens independently. */
export const licenceNotices: Record<LicenceKind, NoticeLine> = {
  'licence.grant': { nobody: 'the release says it, and the page of the deal shows the code' },
  'licence.void': { nobody: 'the return of the money says it, and the page of the deal shows it' },
  'licence.reinstate': { nobody: 'the release says it, and the page of the deal shows it' },
  'licence.take_extension': { nobody: 'the brand is at it; the payment says it' },
  'licence.propose_extension': {
    creator: {
      kind: EXTENDED,
      sentence: (facts) =>
        `${facts.seller_name} offers ${priceFor('creator', facts)} for ${more(facts)} of the licence for ${quoted(facts)}.`,
      path: projectPage,
      mail: {
        subject: (facts) => `An offer to extend the licence for ${quoted(facts)}`,
        lines: (facts) => [
          `${facts.seller_name} offers ${priceFor('creator', facts)} for ${more(facts)}. The licence now ends on ${lastDayOf(facts)}.`,
          'Nothing is extended before you agree and they have paid.',
        ],
        action: 'Answer the offer',
      },
    },
  },
  'licence.offer_extension': {
    seller: {
      kind: EXTENDED,
      sentence: (facts) =>
        `${facts.creator_name} offers ${more(facts)} of your licence for ${quoted(facts)} at ${priceFor('seller', facts)}.`,
      path: projectPage,
      mail: {
        subject: (facts) => `An offer to extend your licence for ${quoted(facts)}`,
        lines: (facts) => [
          `${facts.creator_name} offers ${more(facts)} at ${priceFor('seller', facts)}. Your licence now ends on ${lastDayOf(facts)}; paying extends it.`,
        ],
        action: 'Open the licence',
      },
    },
  },
  'licence.agree_extension': {
    seller: {
      kind: EXTENDED,
      sentence: (facts) =>
        `${facts.creator_name} agreed to ${more(facts)} of your licence for ${quoted(facts)} at ${priceFor('seller', facts)}.`,
      path: projectPage,
      mail: {
        subject: (facts) => `You can extend your licence for ${quoted(facts)} now`,
        lines: (facts) => [
          `${facts.creator_name} agreed to ${more(facts)} at ${priceFor('seller', facts)}. Your licence is extended once you have paid.`,
        ],
        action: 'Pay and extend',
      },
    },
  },
  'licence.decline_extension': {
    seller: closed('declined', 'seller'),
    creator: closed('declined', 'creator'),
  },
  'licence.withdraw_extension': {
    seller: closed('withdrawn', 'seller'),
    creator: closed('withdrawn', 'creator'),
  },
  'licence.expire_extension': { nobody: 'nobody owed anything: the licence ends as it did before' },
  'licence.extend': {
    seller: {
      kind: EXTENDED,
      sentence: (facts) =>
        `Your licence ${facts.licence_code} for ${quoted(facts)} now runs until ${lastDayOf(facts)}.`,
      path: projectPage,
      mail: {
        subject: (facts) => `Your licence for ${quoted(facts)} was extended`,
        lines: (facts) => [
          `It now runs until ${lastDayOf(facts)}. Its code ${facts.licence_code} stays the same, and it gets a new certificate.`,
        ],
        action: 'Open the licence',
      },
    },
  },
  'licence.shorten': {
    seller: shortened('seller'),
    creator: shortened('creator'),
  },
  'clock.licence_ends': {
    seller: {
      kind: 'reminders',
      sentence: (facts) => [endsSoon(facts), ...canAdd(facts)].join(' '),
      // Where it is extended.
      path: projectTab('payment'),
      mail: {
        subject: (facts) =>
          facts.days_left === 0
            ? `Your licence for ${quoted(facts)} ends today`
            : `${daysLeft(facts)} left of your licence for ${quoted(facts)}`,
        lines: (facts) => [
          endsSoon(facts),
          ...canAdd(facts),
          'After that day the work may not be used any more: take down what still runs by then.',
        ],
        action: 'Open the licence',
      },
    },
  },
  'clock.licence_ended': {
    seller: {
      kind: 'reminders',
      sentence: (facts) => `${ended(facts)} The work may not be used any more.`,
      path: projectPage,
      mail: {
        subject: (facts) => `Your licence for ${quoted(facts)} has ended`,
        lines: (facts) => [
          ended(facts),
          'The work may not be used any more: take down what still runs.',
        ],
        action: 'Open the licence',
      },
    },
    creator: {
      kind: 'reminders',
      sentence: (facts) => `${ended(facts)} ${facts.seller_name} may not use your work any more.`,
      path: projectPage,
      mail: {
        subject: (facts) => `The licence for ${quoted(facts)} has ended`,
        lines: (facts) => [
          ended(facts),
          `${facts.seller_name} may not use your work any more. If you still see it, write to them.`,
        ],
        action: 'Open the project',
      },
    },
  },
}

/** One side ended an open extension; the other is notified. */
function closed(how: 'declined' | 'withdrawn', reader: 'seller' | 'creator'): Notice {
  const did = how === 'withdrawn' ? 'withdrew' : how
  const other = ({ seller_name, creator_name }: NoticeFacts) =>
    reader === 'seller' ? creator_name : seller_name
  return {
    kind: EXTENDED,
    sentence: (facts) =>
      `${other(facts)} ${did} ${more(facts)} of the licence for ${quoted(facts)} at ${priceFor(reader, facts)}.`,
    path: projectPage,
    mail: {
      subject: (facts) => `The extension for ${quoted(facts)} was ${how}`,
      lines: (facts) => [
        `${other(facts)} ${did} ${more(facts)} at ${priceFor(reader, facts)}. The licence ends on ${lastDayOf(facts)}, as before.`,
      ],
      action: 'Open the project',
    },
  }
}

function shortened(reader: 'seller' | 'creator'): Notice {
  const whose = reader === 'seller' ? 'Your licence' : 'The licence'
  const words = (facts: NoticeFacts) =>
    `${whose} ${facts.licence_code} for ${quoted(facts)} ends on ${lastDayOf(facts)} again: the money of an extension went back.`
  return {
    kind: EXTENDED,
    sentence: words,
    path: projectPage,
    mail: {
      subject: (facts) => `${whose} for ${quoted(facts)} ends earlier again`,
      lines: (facts) => [
        words(facts),
        'The months of that extension do not count any more. What was licensed before stays as it was.',
      ],
      action: 'Open the project',
    },
    // A void licence has no last day. Why it is void was said when that money went back.
    when: ({ licence_void: reason }) => reason == null,
  }
}
