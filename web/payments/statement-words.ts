import { BANK_DISPUTES, BANK_KEPT_PART, heldAgainSentence } from '#contract/deal-sentences.ts'
import { upperFirst } from '#contract/deal-told.ts'
import { FROZEN_SENTENCES, frozenByBank } from '#contract/deal-words.ts'
import { creatorPercent, takesMinimum } from '#contract/fee-words.ts'
import { centsFromUsd, formatUsd } from '#contract/money.ts'
import type { Payment, Statement, StatementLine } from '#contract/payment-schemas.ts'
import { bankDay } from './bank-day.ts'
import { turnedAwayWords } from './payment-words.ts'

/** A statement's reader, and the other side's name. */
export interface StatementReader {
  side: 'seller' | 'creator'
  otherName: string
}

/** Where the money is now, as a sentence. */
export function placeWords(
  statement: Statement,
  payment: Payment,
  reader: StatementReader,
): string {
  const paid = formatUsd(payment.charged_amount)
  const held = formatUsd(
    statement.held_amount ?? payment.charged_amount - statement.returned_amount,
  )
  const sent = formatUsd(statement.sent_amount)
  const seller = reader.side === 'seller'
  const card = seller ? 'the card it was paid with' : "the brand's card"
  // An operator may have split a disputed deal, or both agreed on less: the returned part is listed first.
  const returned =
    statement.returned_amount > 0
      ? `${formatUsd(statement.returned_amount)} went back to ${card}; `
      : ''
  switch (statement.place) {
    case 'not_paid':
      if (payment.turned_away !== null)
        return turnedAwayWords(payment.turned_away, seller ? 'owner' : 'creator')
      return payment.status === 'pending' ? 'Nothing has arrived yet.' : 'Nothing was paid in.'
    case 'held':
      if (payment.deal_dispute_id !== null)
        return `${returned}${held} is held in escrow. ${FROZEN_SENTENCES.dispute}`
      if (payment.came_back !== null)
        return `${returned}${heldAgainSentence(payment.came_back, held, {
          reader: seller ? 'owner' : 'creator',
          other: reader.otherName,
        })}`
      return `${returned}${held} is held in escrow.`
    case 'frozen':
      return payment.dispute_outcome === 'lost'
        ? `${returned}${BANK_KEPT_PART} ${FROZEN_SENTENCES.bankKeptPart}`
        : `${returned}${BANK_DISPUTES} ${frozenByBank(held)}`
    case 'stripe_balance':
      return seller
        ? `${returned}${sent} was sent to ${reader.otherName}'s Stripe balance; ${formatUsd(statement.fee_amount)} is the platform fee.`
        : `${returned}${sent} was sent to your Stripe balance.`
    case 'bank':
      return `${returned}${sent} ${statement.bank_arrived ? 'has been' : 'is'} ${bankDay(statement)}.`
    case 'card':
      if (payment.dispute_outcome === 'lost') return `${returned}The card's bank took ${held} back.`
      return `${paid} went back to ${card}.`
  }
}

/** The creator's share of the money that did not go back: "85%", or "share" when the minimum fee decides. */
function shareWords(
  { amount, returned_part }: Pick<Payment, 'amount' | 'returned_part'>,
  terms: Payment['fee_terms'],
): string {
  const cents = centsFromUsd(amount) - centsFromUsd(returned_part)
  return takesMinimum(cents, terms) ? 'share' : creatorPercent(terms)
}

/** The part of a payment that does not stay in the deal: the share next to it is calculated from the rest. */
function backWords({
  amount,
  charged_amount,
  returned_part,
}: Pick<Payment, 'amount' | 'charged_amount' | 'returned_part'>): string {
  const cents = centsFromUsd(charged_amount) - centsFromUsd(amount) + centsFromUsd(returned_part)
  return cents > 0 ? ` and gets ${formatUsd(cents / 100)} back` : ''
}

/** The amounts that a release sent and kept, in USD. A statement counts neither once the transfer came back. */
const releasedUsd = (
  { part }: StatementLine,
  { sent_amount: sent, fee_amount: fee }: Statement,
  payment: Payment,
): { sent: number; fee: number } =>
  sent > 0 && part === undefined
    ? { sent, fee }
    : { sent: (part ?? payment).creator_amount, fee: (part ?? payment).fee_amount }

/** A line of a statement: the event and its reason. */
export function lineWords(
  line: StatementLine,
  statement: Statement,
  payment: Payment,
  reader: StatementReader,
): { what: string; why: string } {
  // With several payments in a deal, each line names its own payment.
  const own = line.part ?? payment
  const price = formatUsd(own.amount)
  const share = formatUsd(own.creator_amount)
  const seller = reader.side === 'seller'
  const yours = `Your ${shareWords(own, payment.fee_terms)}`
  const card = payment.payment_method ?? 'a card'
  switch (line.kind) {
    case 'paid_in':
      return {
        what: 'Paid into escrow',
        why: seller
          ? `With ${card}`
          : `The brand paid ${formatUsd(own.charged_amount)}${backWords(own)}; your share is ${share}`,
      }
    case 'released': {
      const { sent, fee } = releasedUsd(line, statement, payment)
      return {
        what: 'Released',
        why: `${formatUsd(sent)} to ${reader.otherName}, ${formatUsd(fee)} platform fee`,
      }
    }
    case 'sent':
      return {
        what: 'Sent to your Stripe balance',
        why: own.returned_part > 0 ? `${yours} of what was not returned` : `${yours} of ${price}`,
      }
    case 'returned':
      return {
        what: 'Returned',
        why: seller ? `${reader.otherName} gave it back; it goes to ${card}` : 'You gave it back',
      }
    case 'returned_by_decision':
      return { what: 'Returned', why: seller ? `As decided; it goes to ${card}` : 'As decided' }
    case 'returned_as_agreed':
      return {
        what: 'A part returned',
        why: seller ? `As you agreed; it goes to ${card}` : 'As you agreed, to the brand’s card',
      }
    case 'second_paid_in':
      return { what: 'Paid a second time', why: 'The project wanted no further payment' }
    case 'second_returned':
      return { what: 'Second payment returned', why: 'To the card it came from' }
    case 'late_paid_in':
      return { what: 'Paid too late', why: 'The project had been cancelled' }
    case 'late_returned':
      return { what: 'Late payment returned', why: 'To the card it came from' }
    case 'unheld_paid_in':
      return { what: 'Paid', why: 'It was refunded before it could be held' }
    case 'unheld_returned':
      return { what: 'Refunded', why: 'To the card it came from' }
    case 'late_extra_paid_in':
      return { what: 'Paid too late', why: 'The change could not be paid any more' }
    case 'late_extra_returned':
      return { what: 'Late payment returned', why: 'To the card it came from' }
    case 'return_owed':
      return {
        what: 'The return came back',
        why: seller
          ? "The card's bank did not take it: we pay it to you another way"
          : "The card's bank did not take it: it is paid to the brand another way",
      }
    case 'taken_back':
      return {
        what: isFrozenLine(line, statement, payment)
          ? "Frozen by the card's bank"
          : "Taken back by the card's bank",
        why: seller
          ? 'You or your bank dispute the charge'
          : "The brand's bank disputes the charge",
      }
    case 'given_back':
      return { what: "Given back by the card's bank", why: 'The charge stands' }
    case 'dispute_lost':
      return { what: 'Dispute decided', why: "The money stays with the card's holder" }
    case 'return_came_back':
      return {
        what: 'The return came back',
        why: "The card's bank did not take it: it is held again",
      }
    case 'share_came_back':
      return {
        what: 'The release came back',
        why: `The transfer to ${seller ? reader.otherName : 'you'} was taken back: ${formatUsd(line.held_amount ?? payment.charged_amount - statement.returned_amount)} is held again`,
      }
    case 'share_part_came_back':
      return {
        what: 'A part came back',
        why: `Taken back from ${seller ? reader.otherName : 'your Stripe balance'}; it is still ${seller ? 'theirs' : 'yours'}`,
      }
    case 'paid_outside':
      return { what: 'Paid out by hand', why: 'By our support, outside of Stripe' }
    case 'to_bank': {
      // Only the newest transfer can have arrived: an earlier one came back.
      const arrived =
        statement.place === 'bank' && statement.bank_arrived && line.day === statement.bank_date
      return {
        what: 'Sent to your bank',
        why: upperFirst(bankDay({ bank_date: line.day, bank_arrived: arrived })),
      }
    }
    case 'bank_returned':
      return {
        what: 'Came back from your bank',
        why: line.note ?? 'Your bank did not take it; see your Stripe account',
      }
  }
}

/**
 * Whether a bank took money in a dispute that it has not decided yet: the money is frozen and belongs to no one. Money
 * it took in an earlier dispute has been given back since.
 */
export const isFrozenLine = (
  line: Pick<StatementLine, 'id' | 'kind'>,
  { lines }: Pick<Statement, 'lines'>,
  { dispute_outcome: outcome }: Pick<Payment, 'dispute_outcome'>,
): boolean =>
  line.kind === 'taken_back' &&
  outcome === 'open' &&
  !lines.slice(lines.findIndex(({ id }) => id === line.id)).some(isGivenBack)

const isGivenBack = ({ kind }: Pick<StatementLine, 'kind'>): boolean => kind === 'given_back'

/** "−$540.00", "+$459.00", or a dash when the money only moved. */
export function signedUsd(usd: number): string {
  if (usd === 0) return '–'
  return usd < 0 ? formatUsd(usd) : `+${formatUsd(usd)}`
}
