import { DEAL_STATES, type DealState, dealState, isFrozenState } from './deal-state.ts'
import {
  BANK_DISPUTES,
  bankTook,
  cancelledBy,
  cancelledFirst,
  cancelledUnpaid,
  decidedSentence,
  heldAgain,
  hiredSentence,
  hiringSentence,
  paidSentence,
  paying,
  releasingSentence,
  returnedToCard,
  reviewSentence,
  unfundedSentence,
} from './deal-sentences.ts'
import {
  answerWords,
  brandFirst,
  card,
  creatorFirst,
  type DealActor,
  type DealTold,
  nextVersion,
  ofOwner,
  price,
  respondentOf,
  upperFirst,
} from './deal-told.ts'

/** The words for a frozen state, on badges and stops. */
export const FROZEN_WORDS = { dispute: 'In dispute', bank: 'Disputed by the bank' } as const

/** Why nothing moves, to the letter the same wherever it is read. */
export const FROZEN_SENTENCES = {
  dispute:
    'The money is frozen until the dispute is withdrawn or decided: it can be neither released nor returned.',
  bank: 'The money is frozen until the bank decides: it can be neither released nor returned.',
} as const

interface DealLine {
  actor: DealActor | ((told: DealTold) => DealActor)
  /** One sentence or two: the situation, who acts, by when. */
  says: (told: DealTold) => string
  /** What is on hold meanwhile; left out in lists. */
  also?: string
}

const same = (sentence: string) => () => sentence
const each =
  (owner: (told: DealTold) => string, creator: (told: DealTold) => string) => (told: DealTold) =>
    ofOwner(told) ? owner(told) : creator(told)

/** The table of words: every state a deal can be in, who acts in it, and the sentence that says so to each side. */
const DEAL_WORDS: Readonly<Record<DealState, DealLine>> = {
  draft: { actor: 'owner', says: same('Only you can see this draft.') },
  ordered: {
    actor: 'creator',
    says: each(
      same('The creator has not accepted your order yet. Nothing was charged.'),
      same('Accept this order, or decline it.'),
    ),
  },
  open: {
    actor: 'applicants',
    says: (told) =>
      hiringSentence(told) ??
      (ofOwner(told) && told.facts.applied
        ? 'You have answered everyone who applied so far. Creators can still apply.'
        : 'Creators can see this project and apply.'),
  },
  choosing: {
    actor: 'owner',
    says: each(
      (told) =>
        hiringSentence(told) ??
        `${told.applications} ${told.applications === 1 ? 'creator' : 'creators'} applied. Accept one to fund the project.`,
      (told) => `${brandFirst(told)} selects a creator.`,
    ),
  },
  hired: { actor: null, says: hiredSentence },
  hired_over: { actor: null, says: hiredSentence },
  unfunded: { actor: 'owner', says: unfundedSentence },
  paying: {
    actor: 'owner',
    says: each(same('The checkout is open. Finish the payment there.'), (told) => paying(told)),
  },
  charging: {
    actor: 'provider',
    says: each(same('Your card is being charged.'), (told) => paying(told)),
  },
  failed: {
    actor: 'owner',
    says: each(
      same('The payment did not go through and nothing was charged. You can try again.'),
      (told) => `The payment did not go through. ${unfundedSentence(told)}`,
    ),
  },
  turned_away: {
    actor: 'owner',
    says: (told) =>
      `${told.turnedAway ?? 'A payment arrived and went straight back to the card.'}${ofOwner(told) ? ' You can try again.' : ''}`,
  },
  work: {
    actor: 'creator',
    says: each(
      (told) => `${creatorFirst(told)} delivers by ${told.deadline}.`,
      ({ deadline }) => `Deliver your work by ${deadline}.`,
    ),
  },
  revision: {
    actor: 'creator',
    says: (told) => {
      const version = `version ${nextVersion(told.facts)} by ${told.deadline}.`
      return `Revision requested: ${ofOwner(told) ? `${told.creator} delivers` : 'deliver'} ${version}`
    },
  },
  review: { actor: 'owner', says: reviewSentence },
  approved: {
    actor: 'owner',
    says: each(
      same('The work is approved. Release the payment when you are ready.'),
      (told) => `Your work is approved. ${brandFirst(told)} releases the payment.`,
    ),
  },
  releasing: {
    actor: 'provider',
    says: releasingSentence,
  },
  returning: {
    actor: 'provider',
    says: (told) => {
      if (told.facts.money?.decided === true)
        return `As decided, the money is on its way back to ${card(told)}.`
      return ofOwner(told)
        ? `${creatorFirst(told)} is returning this payment to your card.`
        : `The money is on its way back to ${card(told)}.`
    },
  },
  returning_part: {
    actor: 'provider',
    says: (told) =>
      `As decided, ${told.returnedPart ?? 'a part'} is on its way back to ${card(told)}.`,
  },
  decided: { actor: 'support', says: decidedSentence },
  held_again: {
    actor: 'owner',
    says: each(
      (told) => `${heldAgain(told)} Release it, or ${told.creator} returns it.`,
      (told) => `${heldAgain(told)} ${brandFirst(told)} releases it, or you return it.`,
    ),
  },
  answer: {
    actor: ({ facts }) => respondentOf(facts),
    says: (told) => `${FROZEN_WORDS.dispute}: ${answerWords(told)}.`,
    also: FROZEN_SENTENCES.dispute,
  },
  decision: {
    actor: 'support',
    says: same(`${FROZEN_WORDS.dispute}: our support decides.`),
    also: FROZEN_SENTENCES.dispute,
  },
  in_dispute: {
    actor: 'support',
    says: same(`${FROZEN_WORDS.dispute}.`),
    also: FROZEN_SENTENCES.dispute,
  },
  bank_frozen: {
    actor: 'bank',
    says: same(BANK_DISPUTES),
    also: FROZEN_SENTENCES.bank,
  },
  paid: { actor: null, says: paidSentence },
  paid_disputed: {
    actor: 'bank',
    says: (told) =>
      `${paidSentence(told)} The card's bank disputes the charge and decides whether it stands.`,
  },
  paid_bank_lost: {
    actor: null,
    says: (told) => `${paidSentence(told)} The card's bank took the charge back afterwards.`,
  },
  returned: {
    actor: null,
    says: (told) => `${cancelledFirst(told)}${returnedToCard(told)}`,
  },
  bank_took: {
    actor: null,
    says: (told) => `${cancelledFirst(told)}${bankTook(told)}`,
  },
  cancelled: { actor: null, says: cancelledUnpaid },
  cancelled_paying: {
    actor: null,
    says: same('This project was cancelled: what is still paid for it goes straight back.'),
  },
  cancelled_late: {
    actor: null,
    says: (told) =>
      told.turnedAway ?? `${cancelledBy(told)} What was paid after that went back to the card.`,
  },
  cancelled_held: {
    actor: 'creator',
    says: each(
      (told) => `${cancelledBy(told)} ${creatorFirst(told)} can return this payment.`,
      (told) => `${cancelledBy(told)} You can return this payment.`,
    ),
  },
}

/** Who acts in a state. */
export function dealActor(told: DealTold): DealActor {
  const { actor } = DEAL_WORDS[dealState(told.facts)]
  return typeof actor === 'function' ? actor(told) : actor
}

/** Whether it is the reader's move. */
export function isReadersMove(told: DealTold): boolean {
  const actor = dealActor(told)
  return actor === 'both' || actor === told.reader
}

/** What a list says of a deal: "In dispute: Tess answers by Nov 27." */
export const dealHeadline = (told: DealTold): string => DEAL_WORDS[dealState(told.facts)].says(told)

/** The sentence of a state, and what is on hold meanwhile. */
export function dealSentence(told: DealTold): string {
  const { also } = DEAL_WORDS[dealState(told.facts)]
  return also === undefined ? dealHeadline(told) : `${dealHeadline(told)} ${also}`
}

/** The same with the money that is held for the deal: "$540.00 held. Approve or ask for a revision by Jun 24." */
export function dealNote(told: DealTold): string {
  const state = dealState(told.facts)
  const isHeld = told.facts.money?.status === 'held_in_escrow'
  const says = !isHeld || isFrozenState(state) || state === 'held_again'
  return says ? dealSentence(told) : `${upperFirst(price(told))} held. ${dealSentence(told)}`
}

/** What the folded track says instead of "Step 6 of 7" once nothing comes next; null while something does. */
export const DEAL_ENDS: Readonly<Record<DealState, string | null>> = {
  ...(Object.fromEntries(DEAL_STATES.map((state) => [state, null])) as Record<DealState, null>),
  hired: 'Hired',
  hired_over: 'Completed',
  paid: 'Paid',
  paid_bank_lost: 'Paid',
  returned: 'Money returned',
  bank_took: 'Money returned',
  cancelled: 'Cancelled',
  cancelled_paying: 'Cancelled',
  cancelled_late: 'Cancelled',
}
