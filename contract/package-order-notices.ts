import type { EventMove } from './events.ts'
import { minuteWords, type NoticeFacts, type NoticeLine, projectTab, quoted } from './notice.ts'
import { grossOf as price, priceFor } from './notice-price.ts'
import { ORDER_HOURS } from './package-orders.ts'
import type { OfferSide } from './offers.ts'
import { paths } from './paths.ts'

const orderPage = ({ order_id: id }: NoticeFacts): string =>
  id == null ? paths.notifications : paths.packageOrder(id)

const NOTHING_CHARGED = 'Nothing was charged.'

const due = ({ order_due: due }: NoticeFacts): string => minuteWords(due ?? null)

/** The events of a package order, and the reminders before it ends. The notices of payments cover its money. */
export const packageOrderNotices: Record<
  | `package_order.${EventMove<'package_order'>}`
  | 'clock.order_reminder'
  | 'clock.order_funding_reminder',
  NoticeLine
> = {
  'package_order.place': {
    creator: {
      kind: 'invitations',
      sentence: (facts) =>
        `${facts.seller_name} ordered ${quoted(facts)} for ${priceFor('creator', facts)}.`,
      path: orderPage,
      mail: {
        subject: (facts) => `${facts.seller_name} ordered ${quoted(facts)}`,
        lines: (facts) => [
          facts.words ?? '',
          `The order is worth ${priceFor('creator', facts)}. You have ${ORDER_HOURS.answer} hours to accept or decline it.`,
        ],
        action: 'View the order',
      },
    },
  },
  'package_order.accept': {
    seller: {
      kind: 'invitations',
      sentence: (facts) => `${facts.creator_name} accepted your order of ${quoted(facts)}.`,
      path: projectTab('payment'),
      mail: {
        subject: (facts) => `${facts.creator_name} accepted your order`,
        lines: (facts) => [
          facts.charges_card
            ? `${facts.creator_name} accepted your order of ${quoted(facts)}. Your saved card is charged ${price(facts)} now, as you agreed.`
            : `${facts.creator_name} accepted your order of ${quoted(facts)}. Fund ${price(facts)} within ${ORDER_HOURS.fund} hours, or the order lapses.`,
        ],
        action: 'Open the project',
      },
    },
  },
  'package_order.decline': { seller: ended('declined', 'You can order from someone else.') },
  'package_order.lapse': {
    seller: ended('did not answer', 'You can order again, or from someone else.'),
    creator: {
      kind: 'invitations',
      sentence: (facts) => `The order of ${quoted(facts)} by ${facts.seller_name} lapsed.`,
      path: orderPage,
      mail: {
        subject: (facts) => `The order of ${quoted(facts)} lapsed`,
        lines: (facts) => [
          `${facts.seller_name} ordered ${quoted(facts)} ${ORDER_HOURS.answer} hours ago. The order can no longer be answered.`,
        ],
        action: 'View the order',
      },
    },
  },
  'package_order.cancel': {
    creator: {
      kind: 'invitations',
      sentence: (facts) => `${facts.seller_name} cancelled the order of ${quoted(facts)}.`,
      path: orderPage,
      mail: {
        subject: (facts) => `The order of ${quoted(facts)} was cancelled`,
        lines: (facts) => [
          `${facts.seller_name} cancelled the order before you answered it. There is nothing to do.`,
        ],
        action: 'View the order',
      },
    },
  },
  'package_order.unfunded': {
    seller: unfunded('seller', NOTHING_CHARGED),
    creator: unfunded('creator', 'Do not start: nothing is held for you.'),
  },
  'clock.order_reminder': {
    creator: {
      kind: 'reminders',
      sentence: (facts) =>
        `${facts.seller_name}’s order of ${quoted(facts)} waits for your answer until ${due(facts)}. Then it lapses.`,
      path: orderPage,
      mail: {
        subject: (facts) => `An order of ${quoted(facts)} waits for your answer`,
        lines: (facts) => [
          `${facts.seller_name} ordered ${quoted(facts)} for ${priceFor('creator', facts)}. You can accept or decline it until ${due(facts)}. Then it lapses.`,
        ],
        action: 'View the order',
      },
    },
  },
  'clock.order_funding_reminder': {
    seller: {
      kind: 'reminders',
      sentence: (facts) =>
        `Fund ${price(facts)} for ${quoted(facts)} by ${due(facts)}, or the order lapses.`,
      path: projectTab('payment'),
      mail: {
        subject: (facts) => `${quoted(facts)} is not funded yet`,
        lines: (facts) => [
          `${facts.creator_name} accepted your order of ${quoted(facts)}. Fund ${price(facts)} by ${due(facts)}, or the order lapses and the project is cancelled.`,
        ],
        action: 'Fund escrow',
      },
    },
  },
}

function ended(what: string, next: string): Extract<NoticeLine, { seller?: unknown }>['seller'] {
  return {
    kind: 'invitations',
    sentence: (facts) =>
      `${facts.creator_name} ${what}: your order of ${quoted(facts)} is over. ${NOTHING_CHARGED}`,
    path: orderPage,
    mail: {
      subject: (facts) => `Your order of ${quoted(facts)} is over`,
      lines: (facts) => [
        `${facts.creator_name} ${what}, so your order of ${quoted(facts)} is over. ${NOTHING_CHARGED} ${next}`,
      ],
      action: 'View the order',
    },
  }
}

function unfunded(
  reader: OfferSide,
  end: string,
): Extract<NoticeLine, { seller?: unknown }>['seller'] {
  return {
    kind: 'invitations',
    sentence: (facts) =>
      `The order of ${quoted(facts)} lapsed: it was not funded within ${ORDER_HOURS.fund} hours. ${end}`,
    path: orderPage,
    mail: {
      subject: (facts) => `The order of ${quoted(facts)} lapsed`,
      lines: (facts) => [
        `${quoted(facts)} was accepted, but ${priceFor(reader, facts)} was not funded within ${ORDER_HOURS.fund} hours. The project is cancelled. ${end}`,
      ],
      action: 'View the order',
    },
  }
}
