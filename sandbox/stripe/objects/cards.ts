import type { CardBehaviour } from '#sandbox/stripe/state/stored.ts'

/**
 * The test cards this sandbox knows. Stripe refuses every other number in test mode, and so do we. Documented numbers
 * behave as Stripe documents them; the last one is ours.
 */

/** One test card. */
export interface TestCard {
  number: string
  brand: 'visa' | 'mastercard' | 'amex'
  behaviour: CardBehaviour
  label: string
}

/** Every card that the sandbox accepts, in the order in which Checkout offers them. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behaviour: 'succeed', label: 'Succeeds' },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    behaviour: 'succeed',
    label: 'Succeeds (Mastercard)',
  },
  {
    number: '378282246310005',
    brand: 'amex',
    behaviour: 'succeed',
    label: 'Succeeds (American Express)',
  },
  { number: '4000000000000002', brand: 'visa', behaviour: 'decline', label: 'Declined' },
  {
    number: '4000000000009995',
    brand: 'visa',
    behaviour: 'insufficient_funds',
    label: 'Insufficient funds',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    behaviour: 'authenticate',
    label: 'Authentication required',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    behaviour: 'authenticate_always',
    label: 'Authentication always required',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    behaviour: 'decline_when_charged',
    label: 'Saves, then declines',
  },
  {
    number: '4000000000070005',
    brand: 'visa',
    behaviour: 'pay_later',
    label: 'Pays later (async)',
  },
]

/** A decline in Stripe's three codes. */
export interface Decline {
  code: string
  decline_code: string
  message: string
}

/** The decline of a behaviour, or null when the bank approves. */
export function declineOf(behaviour: CardBehaviour): Decline | null {
  if (behaviour === 'decline' || behaviour === 'decline_when_charged') {
    return {
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    }
  }
  if (behaviour === 'insufficient_funds') {
    return {
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    }
  }
  return null
}

/** What a person typed on the Checkout page. */
export interface TypedCard {
  card_number: string
  expiry: string
  cvc: string
}

/** A card as typed on the page: the test card with its expiry, or the sentence to show. */
export function readCard(
  typed: TypedCard,
  now: Date,
):
  | { ok: true; card: TestCard; expMonth: number; expYear: number }
  | { ok: false; message: string } {
  const digits = typed.card_number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits))
    return { ok: false, message: 'Your card number is invalid.' }
  const expiry = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(typed.expiry)
  const expMonth = Number(expiry?.[1] ?? 0)
  const expYear = 2000 + Number(expiry?.[2] ?? 0)
  if (expMonth < 1 || expMonth > 12)
    return { ok: false, message: "Your card's expiration date is invalid." }
  if (expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
    return { ok: false, message: "Your card's expiration date is in the past." }
  }
  if (!/^\d{3,4}$/.test(typed.cvc.trim()))
    return { ok: false, message: "Your card's security code is invalid." }
  const card = TEST_CARDS.find((known) => known.number === digits)
  if (card === undefined) {
    return {
      ok: false,
      message: 'Your card was declined. Your request was in test mode, but used a non test card.',
    }
  }
  return { ok: true, card, expMonth, expYear }
}

/** The check digit of a card number (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
