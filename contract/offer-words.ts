import { OFFER_LIMITS, type OfferStatus } from './offers.ts'

/** "no rounds of revision", "1 round of revision", "2 rounds of revision". */
export const roundsText = (rounds: number): string =>
  rounds === 0
    ? 'no rounds of revision'
    : `${rounds} ${rounds === 1 ? 'round' : 'rounds'} of revision`

/** How an offer ended, in a word; an open one waits. */
export const OFFER_STATUS_WORDS: Record<OfferStatus, string> = {
  open: 'Waiting',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  superseded: 'Replaced',
}

/** What people read on and around offers. */
export const offerWords = {
  heading: 'Offer',
  /** Above the two columns: whose terms they are. */
  column: {
    youAsked: 'You asked',
    theyAsked: 'They asked',
    youOffer: 'You offer',
    theyOffer: 'They offer',
    youOffered: 'You offered',
    theyOffered: 'They offered',
  },
  row: {
    price: 'Price',
    net: 'Creator receives',
    deliver_by: 'Deliver by',
    rounds: 'Revision rounds',
  },
  changed: 'differs',
  expires: 'Open until',
  hires: 'Accepting it hires at once.',
  asks: 'After you accept, the brand still confirms that you are hired.',
  theyConfirm: 'After they accept, you still confirm that they are hired.',
  accept: (price: string) => `Accept ${price}`,
  counter: 'Counter',
  decline: 'Decline',
  withdraw: 'Withdraw',
  make: 'Make an offer',
  change: 'Offer other terms',
  send: 'Send Offer',
  sending: 'Sending…',
  cancel: 'Cancel',
  waits: 'Waiting for their answer.',
  earlier: (count: number) => (count === 1 ? '1 earlier offer' : `${count} earlier offers`),
  left: (count: number) =>
    count === 1 ? 'One more offer can be made.' : `${count} more offers can be made.`,
  none: `All ${OFFER_LIMITS.most} offers were made. Take the last one as it stands, or leave it.`,
  acceptQuestion: (price: string) => `Accept the offer of ${price}?`,
  acceptHires:
    'You are hired at once: the project starts, and you can write to each other. The brand then pays the money in.',
  acceptHiresThem: 'They are hired at once: the project starts. You then pay the money in.',
  acceptAsks: 'These become the terms of your application. The brand still has to accept it.',
  otherApplicants: 'Everyone else who applied hears that the place is taken.',
  field: {
    price: 'Price',
    deliver_by: 'Deliver by',
    rounds: 'Revision rounds',
    note: 'Note',
    noteHint: 'Why these terms, in a sentence or two.',
    hours: 'Open for',
    hireAtOnce: 'Hire at once when they accept',
    hireAtOnceHint: 'Otherwise you still accept the application yourself.',
  },
  hours: (hours: number) => (hours < 48 ? `${hours} hours` : `${hours / 24} days`),
  sent: 'Offer sent',
  done: { accept: 'Offer accepted', decline: 'Offer declined', withdraw: 'Offer withdrawn' },
  failed: 'Failed to answer the offer',
  loadFailed: 'Failed to load the offers',
  waitingTitle: 'Offers waiting for your answer',
} as const

/** What people read of the agreed rounds of revision. */
export const roundWords = {
  /** The next request: "Round 1 of 2". */
  next: (used: number, agreed: number) => `Round ${used + 1} of ${agreed}`,
  used: (used: number, agreed: number) => `${used} of ${agreed} used`,
  label: 'Revision rounds',
  beyond: (agreed: number) =>
    agreed === 0
      ? 'No round of revision was agreed. You can send this request all the same; they may ask for more time or money.'
      : `This goes beyond the ${roundsText(agreed)} you agreed on. You can send it all the same; they may ask for more time or money.`,
} as const
