import { extraRounds } from './extra-rounds.ts'
import { AMENDMENT_LIMITS, type AmendmentStatus } from './amendments.ts'

/** How a proposal ended, in one word; an open one is waiting. */
export const AMENDMENT_STATUS_WORDS: Record<AmendmentStatus, string> = {
  proposed: 'Waiting',
  accepted: 'Agreed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  closed: 'Ended with the project',
  unpaid: 'Agreed, not paid yet',
  lapsed: 'Not paid in time',
  called_off: 'Called off before it was paid',
}

/** What a change is about; `rounds` is how many it adds. */
interface Changed {
  price: boolean
  date: boolean
  brief: boolean
  rounds: number
}

/** How many rounds an amendment adds. */
export const roundsAdded = ({
  rounds,
  against_rounds: against,
}: {
  rounds: number | null
  against_rounds: number | null
}): number => (rounds === null || against === null ? 0 : rounds - against)

/** "a new date", "a new date and a new brief", "an extra round, a new price and a new date". */
export function changeText({ price, date, brief, rounds }: Changed): string {
  const parts = [
    ...(rounds > 0 ? [extraRounds(rounds)] : []),
    ...(price ? ['a new price'] : []),
    ...(date ? ['a new date'] : []),
    ...(brief ? ['a new brief'] : []),
  ]
  return parts.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

/** Held money that a lower price divides, as text: "$50.00", "$200.00"; and the other side's name. */
interface HeldParts {
  back: string
  rest: string
  other: string
}

/** The texts shown on and around amendments. */
export const amendmentWords = {
  title: { you: 'You proposed a change', they: (name: string) => `${name} proposed a change` },
  agreed: 'Agreed:',
  proposed: 'Proposed:',
  deliverBy: 'Deliver by',
  rounds: 'Revision rounds',
  price: 'Price',
  /** Always shown under the price: the creator's net amount. */
  net: { you: 'You receive', they: 'Creator receives' },
  terms: 'The terms',
  briefTitle: 'The brief',
  removed: 'Removed:',
  added: 'Added:',
  openUntil: 'Open until',
  waits: (name: string) => `What you agreed on counts until ${name} accepts.`,
  binds: 'What you agreed on counts until you accept.',
  accept: 'Accept the Change',
  decline: 'Decline',
  withdraw: 'Withdraw',
  callOff: 'Call It Off',
  callOffTitle: 'Call this change off?',
  callOffText: 'It does not have to be paid then. What you agreed on before stays as it is.',
  callingOff: 'Calling it off…',
  acceptTitle: 'Accept this change?',
  acceptTextUnpaid: 'Nothing changes until the difference is paid. Then it counts for both of you.',
  acceptText: 'It counts from now on. What was agreed before stays on record.',
  accepting: 'Accepting…',
  propose: 'Propose a Change',
  changes: 'Changes',
  hint: 'A new date or brief, or another round, counts once both of you agree.',
  hintWithLess:
    'A new price, date or brief, or another round, counts once both of you agree. A higher price is paid first.',
  hintWithPrice: 'A new price, date or brief, or another round, counts once both of you agree.',
  /** Instead of the buttons: once the other side is gone; of proposing alone, after the last of one's own. */
  gone: (name: string) => `${name} can no longer agree on a change here.`,
  noMore: (name: string) =>
    `You have proposed ${AMENDMENT_LIMITS.mostOfSide} changes, which is the most. ${name} can still propose one.`,
  dialogTitle: 'Propose a change',
  subtitle: (name: string) => `It counts once ${name} agrees. Until then, nothing changes.`,
  dateLabel: 'Deliver by',
  priceLabel: 'Price',
  priceHint: 'Nothing is paid yet, so the price can still change.',
  priceHintHeld: (held: string) =>
    `${held} is held. With a lower price the difference goes back to the card; a higher one counts once the difference is paid.`,
  /** What a lower price does to money that is held: for the brand, for the creator. */
  returns: {
    seller: ({ back, rest, other }: HeldParts) =>
      `You get ${back} back on your card. ${rest} stays held for ${other}.`,
    creator: ({ back, rest, other }: HeldParts) =>
      `${other} gets ${back} back. ${rest} stays held for you.`,
  },
  /** What a higher price requires: for the brand, and for the creator about their brand. */
  adds: {
    seller: ({ more }: { more: string; other: string }) =>
      `You pay ${more} more. It counts once that is held.`,
    creator: ({ more, other }: { more: string; other: string }) =>
      `${other} pays ${more} more. It counts once that is held.`,
  },
  unpaid: {
    seller: ({ more }: { more: string; other: string }) =>
      `You both agreed. It counts once you have paid ${more}, which is held with the rest.`,
    creator: ({ more, other }: { more: string; other: string }) =>
      `You both agreed. It counts once ${other} has paid ${more}, which is held with the rest.`,
  },
  unpaidTitle: 'Agreed, and not paid yet',
  payBy: 'Pay by',
  pay: (more: string) => `Pay ${more}`,
  paying: 'Opening Stripe...',
  roundsLabel: 'Revision rounds',
  roundsHint:
    'How often the brand may ask for changes in total. You can add rounds, not remove them.',
  briefLabel: 'Change the brief, too',
  briefHint: 'They see what is new and what is gone, line by line.',
  noteLabel: 'Why',
  noteHint: 'A sentence or two help them decide.',
  hoursLabel: 'Open for',
  hours: (hours: number) => (hours < 48 ? `${hours} hours` : `${hours / 24} days`),
  send: 'Send Proposal',
  sending: 'Sending…',
  sent: 'Change proposed',
  sentText: (name: string) => `We’ve let ${name} know.`,
  done: {
    accept: 'Change agreed',
    decline: 'Proposal declined',
    withdraw: 'Proposal withdrawn',
    call_off: 'Change called off',
  },
  failed: {
    accept: 'Failed to accept the change',
    decline: 'Failed to decline the proposal',
    withdraw: 'Failed to withdraw the proposal',
    call_off: 'Failed to call the change off',
  },
  loadFailed: 'Failed to load the proposed changes',
} as const
