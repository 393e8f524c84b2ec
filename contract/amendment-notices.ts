import { changeText } from './amendment-words.ts'
import type { AmendmentSide } from './amendments.ts'
import type { EventMove } from './events.ts'
import { formatCents } from './money.ts'
import {
  dayWords,
  minuteWords,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  projectTab,
  quoted,
} from './notice.ts'
import { netOf } from './notice-price.ts'

/**
 * "a new price ($480.00), a new date (Jul 3, 2026) and a new brief"; for a creator, their net is shown beside the
 * price.
 */
function whatFor(reader: AmendmentSide, facts: NoticeFacts): string {
  const { amendment, amount_cents: cents } = facts
  if (amendment === undefined) return 'a change'
  const net = reader === 'creator' ? netOf(facts) : null
  const price = `${formatCents(cents ?? 0)}${net === null ? '' : `, ${formatCents(net)} for you`}`
  const { deliver_by: day, changes_brief: brief, rounds } = amendment
  return changeText({ price: cents !== null, date: day !== null, brief, rounds: rounds ?? 0 })
    .replace('a new price', `a new price (${price})`)
    .replace('a new date', `a new date (${dayWords(day)})`)
}

/** What agreeing to it does to held money; omitted when no money is held. */
function moneyOf({ amendment, amount_cents: cents }: NoticeFacts, agreed: boolean): string[] {
  const back = amendment?.returns ?? null
  const extra = amendment?.extra ?? null
  if (extra !== null && cents !== null && !agreed)
    return [`If you both agree, ${formatCents(extra)} more has to be paid before it counts.`]
  if (back === null || cents === null) return []
  const sum = formatCents(back)
  return [
    agreed
      ? `${sum} goes back to the card; ${formatCents(cents)} stays held.`
      : `If you agree, ${sum} goes back to the card and ${formatCents(cents)} stays held.`,
  ]
}

/** When it expires, to the minute. */
const until = ({ amendment }: NoticeFacts): string => minuteWords(amendment?.expires_at ?? null)

/** The other side's name, and what would change, phrased for the reader. */
interface Said {
  other: string
  what: string
}

interface Words {
  sentence: (facts: NoticeFacts, said: Said) => string
  subject: (facts: NoticeFacts, said: Said) => string
  lines: (facts: NoticeFacts, said: Said) => string[]
  action: string
  /** Only for the side that has to answer. */
  asked?: true
  kind?: Notice['kind']
}

const otherSide: Record<AmendmentSide, AmendmentSide> = { seller: 'creator', creator: 'seller' }

function noticeOf(reader: AmendmentSide, words: Words): Notice {
  const { sentence, subject, lines, action, asked, kind = 'applications' } = words
  const said = (facts: NoticeFacts): Said => ({
    other: reader === 'seller' ? facts.creator_name : facts.seller_name,
    what: whatFor(reader, facts),
  })
  return {
    kind,
    sentence: (facts) => sentence(facts, said(facts)),
    path: projectPage,
    mail: {
      subject: (facts) => subject(facts, said(facts)),
      lines: (facts) => lines(facts, said(facts)),
      action,
    },
    ...(asked ? { when: (facts) => facts.amendment?.by === otherSide[reader] } : {}),
  }
}

const toBoth = (words: Words): NoticeLine => ({
  seller: noticeOf('seller', words),
  creator: noticeOf('creator', words),
})

const STAYS = 'What you agreed on before stays as it is.'
const STAYS_UNTIL = 'Until then, what you agreed on before counts.'

/** What a higher price adds to held money: "$60.00". */
const extraOf = ({ amendment }: NoticeFacts): string => formatCents(amendment?.extra ?? 0)

/** What it adds, and the payment deadline: "$60.00 by Jul 3, 2026, 10:00 UTC". */
function payOf(facts: NoticeFacts): string {
  const by = minuteWords(facts.amendment?.pay_by ?? null)
  return `${extraOf(facts)}${by && ` by ${by}`}`
}

/** States that it takes effect once the brand has paid, and the payment deadline. */
const unpaidOf = (facts: NoticeFacts): string =>
  `It counts once ${facts.seller_name} has paid ${payOf(facts)}.`

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Events of amendments, and the reminder before one expires. */
export const amendmentNotices: Record<
  `amendment.${EventMove<'amendment'>}` | 'clock.amendment_reminder' | 'clock.amendment_unpaid',
  NoticeLine
> = {
  'amendment.propose': toBoth({
    sentence: (facts, { other, what }) =>
      [
        `${other} proposes ${what} for ${quoted(facts)}.`,
        ...moneyOf(facts, false),
        `Answer by ${until(facts)}.`,
      ].join(' '),
    subject: (facts, { other }) => `${other} proposes a change to ${quoted(facts)}`,
    lines: (facts, { other, what }) => [
      `${other} proposes ${what}.`,
      ...(facts.words === null ? [] : [facts.words]),
      ...moneyOf(facts, false),
      `Until you accept, what you agreed on counts. You can answer until ${until(facts)}.`,
    ],
    action: 'See what would change',
  }),
  'amendment.accept': toBoth({
    sentence: (facts, { other, what }) =>
      [
        `${other} agreed to ${what} for ${quoted(facts)}. It counts from now on.`,
        ...moneyOf(facts, true),
      ].join(' '),
    subject: (facts, { other }) => `${other} agreed to your change to ${quoted(facts)}`,
    lines: (facts, { other, what }) => [
      `${other} agreed to ${what}.`,
      'It counts from now on, for both of you.',
      ...moneyOf(facts, true),
    ],
    action: 'Open the project',
  }),
  'amendment.decline': toBoth({
    sentence: (facts, { other, what }) =>
      `${other} declined ${what} for ${quoted(facts)}. ${STAYS}`,
    subject: (facts, { other }) => `${other} declined your change to ${quoted(facts)}`,
    lines: (_, { other, what }) => [`${other} declined ${what}.`, STAYS],
    action: 'Open the project',
  }),
  'amendment.withdraw': toBoth({
    sentence: (facts, { other, what }) =>
      `${other} withdrew the proposal of ${what} for ${quoted(facts)}. ${STAYS}`,
    subject: (facts, { other }) => `${other} withdrew a proposed change to ${quoted(facts)}`,
    lines: (_, { other, what }) => [`${other} withdrew the proposal of ${what}.`, STAYS],
    action: 'Open the project',
  }),
  'amendment.expire': toBoth({
    sentence: (facts, { what }) =>
      `The proposal of ${what} for ${quoted(facts)} expired without an answer. ${STAYS}`,
    subject: (facts) => `A proposed change to ${quoted(facts)} expired`,
    lines: (_, { what }) => [`The proposal of ${what} was not answered in time.`, STAYS],
    action: 'Open the project',
  }),
  'amendment.close': { nobody: 'the end of the project says it' },
  'amendment.agree': toBoth({
    sentence: (facts, { other, what }) =>
      `${other} agreed to ${what} for ${quoted(facts)}. ${unpaidOf(facts)}`,
    subject: (facts, { other }) => `${other} agreed to your change to ${quoted(facts)}`,
    lines: (facts, { other, what }) => [
      `${other} agreed to ${what}.`,
      unpaidOf(facts),
      STAYS_UNTIL,
    ],
    action: 'Open the project',
  }),
  'amendment.pay': toBoth({
    sentence: (facts, { what }) =>
      `${extraOf(facts)} is held for ${quoted(facts)}, so ${what} counts from now on.`,
    subject: (facts) => `Your change to ${quoted(facts)} is paid and counts`,
    lines: (facts, { what }) => [
      `${extraOf(facts)} more is held in escrow.`,
      `${upperFirst(what)} counts from now on, for both of you.`,
    ],
    action: 'Open the project',
  }),
  'amendment.lapse': toBoth({
    sentence: (facts, { what }) =>
      `${upperFirst(what)} for ${quoted(facts)} was not paid in time. ${STAYS}`,
    subject: (facts) => `A change to ${quoted(facts)} was not paid in time`,
    lines: (facts, { what }) => [
      `${extraOf(facts)} was not paid in time, so ${what} does not count.`,
      STAYS,
    ],
    action: 'Open the project',
  }),
  'amendment.call_off': toBoth({
    sentence: (facts, { other, what }) =>
      `${other} called off ${what} for ${quoted(facts)}, which was not paid yet. ${STAYS}`,
    subject: (facts, { other }) => `${other} called off a change to ${quoted(facts)}`,
    lines: (facts, { other, what }) => [
      `${other} called off ${what}. ${extraOf(facts)} does not have to be paid.`,
      STAYS,
    ],
    action: 'Open the project',
  }),
  'clock.amendment_unpaid': {
    seller: {
      ...noticeOf('seller', {
        kind: 'reminders',
        sentence: (facts, { what }) =>
          `${upperFirst(what)} for ${quoted(facts)} lapses unless you pay ${payOf(facts)}.`,
        subject: (facts) => `${extraOf(facts)} for your change to ${quoted(facts)} is not paid yet`,
        lines: (facts, { what }) => [
          `You and ${facts.creator_name} agreed on ${what}. Pay ${payOf(facts)}, or it lapses.`,
          STAYS_UNTIL,
        ],
        action: 'Pay for the change',
      }),
      path: projectTab('payment'),
    },
  },
  'clock.amendment_reminder': toBoth({
    kind: 'reminders',
    sentence: (facts, { other, what }) =>
      `${other}’s proposal of ${what} for ${quoted(facts)} waits for your answer until ${until(facts)}.`,
    subject: (facts) => `A proposed change to ${quoted(facts)} waits for your answer`,
    lines: (facts, { other, what }) => [
      `${other} proposes ${what}. You can answer until ${until(facts)}; after that it expires.`,
    ],
    action: 'See what would change',
    asked: true,
  }),
}
