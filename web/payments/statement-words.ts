import { formatUsd } from '#contract/money.ts'
import type { Payment, StatementLine } from '#contract/payment-schemas.ts'
import type { MoneyPlace } from '#contract/payments.ts'

/** Who reads a statement, and what the other side is called. */
export interface StatementReader {
  side: 'seller' | 'creator'
  otherName: string
}

/** Where the money is now, in a sentence. */
export function placeWords(place: MoneyPlace, payment: Payment, reader: StatementReader): string {
  const price = formatUsd(payment.amount)
  const share = formatUsd(payment.creator_amount)
  const seller = reader.side === 'seller'
  switch (place) {
    case 'not_paid':
      return payment.status === 'pending' ? 'Nothing has arrived yet.' : 'Nothing was paid in.'
    case 'held':
      return `${price} is held in escrow.`
    case 'frozen':
      return `${price} is held in escrow and frozen: the card's bank disputes the charge.`
    case 'stripe_balance':
      return seller
        ? `${share} was sent to ${reader.otherName}'s Stripe balance; ${formatUsd(payment.fee_amount)} is the platform fee.`
        : `${share} was sent to your Stripe balance.`
    case 'card':
      if (payment.dispute_outcome === 'lost') return `The card's bank took ${price} back.`
      return `${price} went back to ${seller ? 'the card it was paid with' : "the seller's card"}.`
  }
}

/** A line of a statement: what happened, and why. */
export function lineWords(
  line: StatementLine,
  payment: Payment,
  reader: StatementReader,
): { what: string; why: string } {
  const price = formatUsd(payment.amount)
  const share = formatUsd(payment.creator_amount)
  const seller = reader.side === 'seller'
  const card = payment.payment_method ?? 'a card'
  switch (line.kind) {
    case 'paid_in':
      return {
        what: 'Paid into escrow',
        why: seller ? `With ${card}` : `The seller paid ${price}; your share is ${share}`,
      }
    case 'released':
      return {
        what: 'Released',
        why: `${share} to ${reader.otherName}, ${formatUsd(payment.fee_amount)} platform fee`,
      }
    case 'sent':
      return { what: 'Sent to your Stripe balance', why: `Your 85% of ${price}` }
    case 'returned':
      return {
        what: 'Returned',
        why: seller ? `${reader.otherName} gave it back; it goes to ${card}` : 'You gave it back',
      }
    case 'second_paid_in':
      return { what: 'Paid a second time', why: 'The project wanted no further payment' }
    case 'second_returned':
      return { what: 'Second payment returned', why: 'To the card it came from' }
    case 'taken_back':
      return {
        what: "Taken back by the card's bank",
        why: seller
          ? 'You or your bank dispute the charge'
          : "The seller's bank disputes the charge",
      }
    case 'given_back':
      return { what: "Given back by the card's bank", why: 'The charge stands' }
    case 'dispute_lost':
      return { what: 'Dispute decided', why: "The money stays with the card's holder" }
  }
}

/** "−$540.00", "+$459.00", or a dash where the money only changed its place. */
export function signedUsd(usd: number): string {
  if (usd === 0) return '–'
  return usd < 0 ? `−${formatUsd(-usd)}` : `+${formatUsd(usd)}`
}
