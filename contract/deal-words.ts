import { thenDue } from './deal-added.ts'
import { DEAL_STATES, type DealState, dealState, isFrozenState } from './deal-state.ts'
import {
  BANK_DISPUTES,
  BANK_KEPT_PART,
  bankTook,
  cancelledBy,
  cancelledFirst,
  cancelledUnpaid,
  decidedSentence,
  heldAgainSentence,
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

/** The texts for a frozen state, on badges and stops. */
export const FROZEN_WORDS = { dispute: 'In dispute', bank: 'Disputed by the bank' } as const

/** What a bank's dispute of held money means, and what follows. `what` is the frozen amount: "The money", "$380.00". */
export const frozenByBank = (what: string): string =>
  `${what} is frozen until the bank decides: it can be neither released nor returned. If the charge stands, it is held as before; if not, it goes back to the card.`

/** Why nothing moves; identical everywhere it is shown. */
export const FROZEN_SENTENCES = {
  dispute:
    'The money is frozen until the dispute is withdrawn or decided: it can be neither released nor returned.',
  bank: frozenByBank('The money'),
  bankKeptPart:
    'The rest is frozen until our support decides: it can be neither released nor returned.',
} as const

interface DealLine {
  actor: DealActor | ((told: DealTold) => DealActor)
  /** One sentence or two: the situation, who acts, by when. */
  says: (told: DealTold) => string
  /** What is on hold in the meantime; omitted in lists. */
  also?: string | ((told: DealTold) => string)
}

/** The states in which the brand can pay an amount agreed on since: the money is held, and no one is moving it. */
const MAY_PAY_MORE: readonly DealState[] = ['work', 'revision', 'review', 'approved']
/** While the creator works, the brand may also have to pay more. */
const creatorOrBoth = ({ facts }: DealTold): DealActor => (facts.due ? 'both' : 'creator')
/** A lost dispute that left money held: the bank has nothing more to decide. */
const bankKeptPart = ({ facts }: DealTold): boolean => facts.money?.bank === 'lost'
const whyHeld = ({ facts: { money } }: DealTold) =>
  money?.isRest ? 'rest' : (money?.cameBack ?? 'transfer')
const same = (sentence: string) => () => sentence
const each =
  (owner: (told: DealTold) => string, creator: (told: DealTold) => string) => (told: DealTold) =>
    ofOwner(told) ? owner(told) : creator(told)

/**
 * The table of texts: every state a deal can be in, who acts in it, and the sentence that describes it to each side.
 */
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
    actor: creatorOrBoth,
    says: each(
      (told) => `${creatorFirst(told)} delivers by ${told.deadline}.`,
      ({ deadline }) => `Deliver your work by ${deadline}.`,
    ),
  },
  revision: {
    actor: creatorOrBoth,
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
    says: (told) =>
      heldAgainSentence(whyHeld(told), told.amount ?? 'the money', {
        reader: told.reader,
        other: ofOwner(told) ? told.creator : told.brand,
      }),
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
    actor: (told) => (bankKeptPart(told) ? 'support' : 'bank'),
    says: (told) => (bankKeptPart(told) ? BANK_KEPT_PART : BANK_DISPUTES),
    also: (told) => FROZEN_SENTENCES[bankKeptPart(told) ? 'bankKeptPart' : 'bank'],
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

/** Whether the reader has to act. */
export function isReadersMove(told: DealTold): boolean {
  const actor = dealActor(told)
  return actor === 'both' || actor === told.reader
}

/** The text about a deal in a list: "In dispute: Tess answers by Nov 27." */
export function dealHeadline(told: DealTold): string {
  const state = dealState(told.facts)
  return `${DEAL_WORDS[state].says(told)}${MAY_PAY_MORE.includes(state) ? thenDue(told) : ''}`
}

/** The sentence of a state, and what is on hold in the meantime. */
export function dealSentence(told: DealTold): string {
  const { also } = DEAL_WORDS[dealState(told.facts)]
  const onHold = typeof also === 'function' ? also(told) : also
  return onHold === undefined ? dealHeadline(told) : `${dealHeadline(told)} ${onHold}`
}

/** The same with the money that is held for the deal: "$540.00 held. Approve or ask for a revision by Jun 24." */
export function dealNote(told: DealTold): string {
  const state = dealState(told.facts)
  const isHeld = told.facts.money?.status === 'held_in_escrow'
  const says = !isHeld || isFrozenState(state) || state === 'held_again'
  return says ? dealSentence(told) : `${upperFirst(price(told))} held. ${dealSentence(told)}`
}

/** What the folded track shows instead of "Step 6 of 7" once no step is left; null while there is one. */
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
