import { MAKE_OFFER, OFFER_LIMITS, type OfferSide, type OfferStatus } from './offers.ts'

/** How an offer ended, in a word; an open one is waiting. */
export const OFFER_STATUS_WORDS: Record<OfferStatus, string> = {
  open: 'Waiting',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  superseded: 'Replaced',
}

/** The text that people read on and around offers. */
export const offerWords = {
  /** Above the two columns: whose terms they are, and whether they are still in force. */
  asked: { you: 'You asked', they: 'They asked' },
  offered: { you: 'You offered', they: 'They offered' },
  offers: { you: 'You offer', they: 'They offer' },
  caption: 'The two sides’ terms side by side',
  term: 'Term',
  price: 'Price',
  /** Always shown beside the price: the creator's net amount. */
  net: { you: 'You receive', they: 'Creator receives' },
  netOf: (reader: OfferSide, net: string) =>
    reader === 'creator' ? `You receive ${net}` : `The creator receives ${net}`,
  deliverBy: 'Deliver by',
  rounds: 'Revision rounds',
  items: 'What is delivered',
  changeItems: 'Change what is delivered',
  itemsHint: 'Instead of what the brief asks for.',
  keepItems: 'Leave it to the brief',
  differs: '(differs)',
  openUntil: 'Open until',
  waits: 'Waiting for their answer.',
  hires: 'Accepting hires at once: the project starts, and the money is paid in next.',
  confirms: 'After you accept, the brand still confirms that you are hired.',
  theyConfirm: 'After they accept, you still accept the application yourself.',
  /** "$480.00 ($408.00 for you)". */
  priceFor: (reader: OfferSide, price: string, net: string) =>
    `${price} (${net} for ${reader === 'creator' ? 'you' : 'the creator'})`,
  accept: (price: string) => `Accept ${price}`,
  counter: 'Counter',
  decline: 'Decline',
  withdraw: 'Withdraw',
  make: MAKE_OFFER,
  another: 'Make Another Offer',
  send: 'Send Offer',
  sending: 'Sending…',
  earlier: (count: number) => (count === 1 ? '1 earlier offer' : `${count} earlier offers`),
  left: (count: number) =>
    count === 1 ? 'This is the last offer that can be made.' : `${count} offers are left.`,
  none: `All ${OFFER_LIMITS.most} offers were made. Take the last one as it stands, or leave it.`,
  /** The same once none of them waits for an answer. */
  stand: `All ${OFFER_LIMITS.most} offers were made, so the terms stand as they are.`,
  dateOver: 'Their date has passed: only a new project can have another.',
  acceptTitle: (price: string) => `Accept the offer of ${price}?`,
  acceptHires: {
    creator: 'You are hired at once and the project starts. The brand pays the money in next.',
    seller: 'They are hired at once and the project starts. You pay the money in next.',
  },
  acceptAsks: 'These become the terms of your application. The brand still has to accept it.',
  others: 'Everyone else who applied hears that the place is taken.',
  accepting: 'Accepting…',
  counterTitle: 'Make a counter-offer',
  makeTitle: 'Make an offer',
  subtitle: (name: string) => `To ${name}. Only the two of you see it.`,
  noteLabel: 'Note',
  noteHint: 'Why these terms, in a sentence or two.',
  hoursLabel: 'Open for',
  hireAtOnce: 'Hire at once when they accept',
  hireAtOnceHint: 'Otherwise you still accept the application yourself.',
  hours: (hours: number) => (hours < 48 ? `${hours} hours` : `${hours / 24} days`),
  sent: 'Offer sent',
  sentText: (name: string) => `We’ve let ${name} know.`,
  done: { accept: 'Offer accepted', decline: 'Offer declined', withdraw: 'Offer withdrawn' },
  failed: {
    accept: 'Failed to accept the offer',
    decline: 'Failed to decline the offer',
    withdraw: 'Failed to withdraw the offer',
  },
  loadFailed: 'Failed to load the offers',
} as const

/** The list of offers that wait for the reader's answer. */
export const waitingOfferWords = {
  title: 'Offers waiting for your answer',
  what: (from: string, price: string) => `${from} offers ${price}`,
  openUntil: 'Open until',
  answer: 'Answer',
} as const
