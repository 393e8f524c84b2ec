import type { EventMove } from './events.ts'
import { formatCents } from './money.ts'
import {
  dayWords,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  quoted,
} from './notice.ts'
import { daysText } from './number-text.ts'
import { isAwaited, SHIPPING_REMINDERS } from './shipping.ts'
import { PROBLEM_WORDS } from './shipping-words.ts'

/** “Steel bottle” ($45.00). */
const productOf = ({ shipment }: NoticeFacts): string =>
  shipment === undefined
    ? 'the product'
    : `“${shipment.product}” (${formatCents(shipment.value_cents)})`

/** Returns the carrier and the tracking number. No link: a notice leads to the deal. */
function parcelOf({ shipment }: NoticeFacts): string {
  if (shipment?.carrier == null) return ''
  const number = shipment.number === null ? '' : `, number ${shipment.number}`
  return ` by ${shipment.carrier}${number}`
}

const problemOf = ({ shipment }: NoticeFacts): string =>
  shipment?.problem == null ? 'There is a problem' : PROBLEM_WORDS[shipment.problem]

/** The event that the days count from, where they are stated. */
const startsOf = ({ shipment }: NoticeFacts): string[] =>
  shipment?.days == null || !isAwaited(shipment.status)
    ? []
    : [`Your time to deliver counts from its arrival: ${daysText(shipment.days)}.`]

interface Words {
  text: (facts: NoticeFacts) => string
  subject: (facts: NoticeFacts) => string
  more?: (facts: NoticeFacts) => string[]
  action: string
}

const told = (
  { text, subject, more = () => [], action }: Words,
  kind: Notice['kind'] = 'deliverables',
): Notice => ({
  kind,
  sentence: text,
  path: projectPage,
  mail: { subject, lines: (facts) => [text(facts), ...more(facts)], action },
})

const asksForAddress = told({
  text: (facts) =>
    `${facts.seller_name} is sending you ${productOf(facts)} for ${quoted(facts)}. Enter your address.`,
  subject: (facts) => `Where should the product for ${quoted(facts)} go?`,
  more: (facts) => [
    `Only ${facts.seller_name} sees the address, and it is deleted after the deal.`,
    ...startsOf(facts),
  ],
  action: 'Enter your address',
})

/** Who has to act, by the state that the reminder is about. */
const isFor =
  (who: 'seller' | 'creator') =>
  ({ shipment }: NoticeFacts): boolean =>
    shipment !== undefined && SHIPPING_REMINDERS[shipment.status]?.who === who

const isIn = (status: string, { shipment }: NoticeFacts): boolean => shipment?.status === status

/** A product on its way: each side is told of the other's moves, and is reminded of its own. */
export const shippingNotices: Record<
  `shipment.${EventMove<'shipment'>}` | 'clock.shipment_reminder',
  NoticeLine
> = {
  'shipment.plan': { creator: asksForAddress },
  'shipment.hire': { creator: asksForAddress },
  'shipment.drop': {
    creator: told({
      text: (facts) => `${facts.seller_name} won’t send a product for ${quoted(facts)} after all.`,
      subject: (facts) => `No product will be sent for ${quoted(facts)}`,
      action: 'Open the project',
    }),
  },
  'shipment.give_address': {
    seller: told({
      text: (facts) =>
        `${facts.creator_name} entered an address for ${productOf(facts)}. You can ship it for ${quoted(facts)}.`,
      subject: (facts) => `Ship the product for ${quoted(facts)}`,
      action: 'See the address',
    }),
  },
  'shipment.correct_address': {
    seller: told({
      text: (facts) =>
        `${facts.creator_name} corrected the address for ${quoted(facts)}. Check it before you ship.`,
      subject: (facts) => `The address for ${quoted(facts)} has changed`,
      action: 'See the address',
    }),
  },
  'shipment.ship': {
    creator: told({
      text: (facts) =>
        `${facts.seller_name} shipped ${productOf(facts)} for ${quoted(facts)}${parcelOf(facts)}.`,
      subject: (facts) => `The product for ${quoted(facts)} is on its way`,
      more: (facts) => ['Let us know when it arrives.', ...startsOf(facts)],
      action: 'Track the parcel',
    }),
  },
  'shipment.receive': {
    seller: told({
      text: (facts) =>
        `${facts.creator_name} received ${productOf(facts)} for ${quoted(facts)}. The work is due by ${dayWords(facts.due)}.`,
      subject: (facts) => `The product for ${quoted(facts)} has arrived`,
      action: 'Open the project',
    }),
  },
  'shipment.report': {
    seller: told({
      text: (facts) =>
        `${facts.creator_name} has a problem with the product for ${quoted(facts)}: ${problemOf(facts)}.`,
      subject: (facts) => `A problem with the product for ${quoted(facts)}`,
      more: ({ words }) => [
        ...(words === null ? [] : [words]),
        'Ship it again, or write to each other.',
      ],
      action: 'Look at the problem',
    }),
  },
  'clock.shipment_reminder': {
    creator: {
      ...told(
        {
          text: (facts) =>
            isIn('shipped', facts)
              ? `Has ${productOf(facts)} for ${quoted(facts)} arrived? Say so, or say what is wrong.`
              : `${facts.seller_name} needs your address to send ${productOf(facts)} for ${quoted(facts)}.`,
          subject: (facts) =>
            isIn('shipped', facts)
              ? `Has the product for ${quoted(facts)} arrived?`
              : `An address is missing for ${quoted(facts)}`,
          action: 'Open the project',
        },
        'reminders',
      ),
      when: isFor('creator'),
    },
    seller: {
      ...told(
        {
          text: (facts) =>
            isIn('problem', facts)
              ? `The problem with the product for ${quoted(facts)} is still open. Ship it again, or write to ${facts.creator_name}.`
              : `${facts.creator_name} is waiting for ${productOf(facts)} for ${quoted(facts)}. Ship it, then tell us how.`,
          subject: (facts) =>
            isIn('problem', facts)
              ? `A problem is open for ${quoted(facts)}`
              : `A product is ready to ship for ${quoted(facts)}`,
          action: 'Open the project',
        },
        'reminders',
      ),
      when: isFor('seller'),
    },
  },
}
