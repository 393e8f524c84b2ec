import { formatUsd } from '#contract/money.ts'
import { ORDER_HOURS, type OrderStatus } from '#contract/package-orders.ts'
import type { BadgeTone } from '#web/ui/status-badges.ts'

/** The texts of the order screens. */
export const orderWords = {
  steps: ['Choose', 'Tell', 'Check'],
  step: (place: number, name: string) => `Step ${place} of 3: ${name}`,
  by: (creator: string) => `A package by ${creator}`,
  choose: 'What you get',
  deliver: 'What you deliver',
  addOns: 'Add to it',
  tell: 'Tell the creator',
  words: 'What is it about?',
  wordsHint: 'Your product, who it is for, what matters to you.',
  links: 'Links',
  linksHint: 'One per line: your product, or work you like.',
  question: 'A question for the creator',
  check: 'Check and order',
  nothing: 'Nothing is charged now.',
  answer: (name: string) =>
    `${name} has ${ORDER_HOURS.answer} hours to accept. If they do not, nothing happens to your money.`,
  consent: (card: string, amount: string) =>
    `When the creator accepts, charge ${amount} to my ${card}. The money is held until I approve the work.`,
  later: `I will pay myself, within ${ORDER_HOURS.fund} hours of the acceptance.`,
  noCard: `Once it is accepted you have ${ORDER_HOURS.fund} hours to pay. Without a payment the order lapses.`,
  place: 'Place order',
  open: 'Open the order',
  gone: 'This package is not offered any more',
  goneHint: 'The profile shows what the creator offers now.',
  toProfile: 'Back to the profile',
  /** The heading of a page that cannot say which order it is about. */
  order: 'Order',
  orderFailed: 'The order could not be loaded',
  packageFailed: 'The package could not be loaded',
  placed: 'Order sent. Nothing was charged.',
  accepted: 'Order accepted. The project is running.',
  declined: 'Order declined.',
  cancelled: 'Order cancelled. Nothing was charged.',
  /** An order's price in USD as its creator reads it, with the amount they keep, formatted for display. */
  priceForYou: (price: number, net: string) => `${formatUsd(price)} (${net} for you)`,
  lapsesAt: 'Open until',
} as const

/** The state of an order, for each side. */
export const orderStatusWords: Record<
  OrderStatus,
  { word: string; tone: BadgeTone; brand: string; creator: string }
> = {
  waiting: {
    word: 'Not accepted yet',
    tone: 'yellow',
    brand: 'The creator has not answered yet. Nothing was charged.',
    creator: 'Accept to start this project, or decline. The brand pays after you accept.',
  },
  accepted: {
    word: 'Accepted',
    tone: 'green',
    brand: 'The creator accepted. The project is running.',
    creator: 'You accepted this order. The project is running.',
  },
  declined: {
    word: 'Declined',
    tone: 'red',
    brand: 'The creator declined. Nothing was charged.',
    creator: 'You declined this order.',
  },
  lapsed: {
    word: 'Lapsed',
    tone: 'gray',
    brand: 'This order ran out of time. Nothing was charged.',
    creator: 'This order ran out of time.',
  },
  cancelled: {
    word: 'Cancelled',
    tone: 'gray',
    brand: 'You cancelled this order. Nothing was charged.',
    creator: 'The brand cancelled this order before it was answered.',
  },
}
