import type { ExtensionStatus } from '#contract/licence-extensions.ts'
import { monthsText } from '#contract/licence-sentence.ts'

const more = (months: number) => monthsText(months, 'more ')

/** The words about licence extensions for a deal's two sides. Amounts are formatted. */
export const extensionWords = {
  title: 'More months',
  more,
  /** The price that the terms name: the brand accepts it, then pays it. */
  take: (months: number, price: string) => `Extend ${monthsText(months)} for ${price}`,
  taking: 'One moment…',
  pay: (price: string) => `Pay ${price}`,
  paying: 'Opening…',
  /** Without escrow: there is nothing to review. */
  payHint: (creator: string) =>
    `It goes straight to ${creator}, and the licence is longer as soon as it has arrived.`,
  until: 'It would run until',
  openUntil: 'Open until',
  offer: { seller: 'Offer Another Price', creator: 'Offer More Months' },
  /** Instead of the ways to begin one. */
  gone: (name: string) => `${name} can no longer agree on more months here.`,
  offerTitle: 'More months of this licence',
  offerText: {
    seller: (name: string) => `${name} agrees or declines. You pay only after that.`,
    creator: (name: string) => `${name} pays it or declines. Nothing is to be handed in for it.`,
  },
  months: 'How many more months',
  price: 'Price',
  receive: (share: string) => `You receive ${share}.`,
  send: 'Send the Offer',
  sending: 'Sending…',
  accept: 'Agree',
  decline: 'Decline',
  withdraw: 'Withdraw',
  waits: {
    /** The brand named a price, and the creator has not answered. */
    answer: (name: string) => `${name} has to agree before it is paid.`,
    /** The payment that the creator waits for. */
    payment: (name: string) => `${name} has not paid it yet.`,
  },
  status: {
    proposed: 'Offered',
    agreed: 'Not paid yet',
    paid: 'Paid',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  } satisfies Record<ExtensionStatus, string>,
  returned: 'Money went back: these months do not count',
  earlier: 'Earlier',
  loadFailed: 'The extensions of this licence could not be loaded',
  done: {
    accept: 'Agreed: the brand can pay it now',
    decline: 'Declined',
    withdraw: 'Withdrawn',
  },
  failed: {
    accept: 'This was not agreed to',
    decline: 'This was not declined',
    withdraw: 'This was not withdrawn',
  },
  offered: 'Offer sent',
  notTaken: 'The licence was not extended',
} as const
