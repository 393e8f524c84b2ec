import type { Role } from './profiles.ts'
import { SAFETY_KINDS, type SafetyKind } from './safety.ts'

const SEND = 'Send anyway?'
const OWN_MONEY: Record<Role, string> = {
  seller: `Outside of escrow nobody can help you get your money back. ${SEND}`,
  creator: `Outside of escrow nobody can help you get paid. ${SEND}`,
}

/** The text that the sender reads before a message is sent, by kind and by their role. */
const beforeSending: Record<SafetyKind, Record<Role, string>> = {
  pay_outside: OWN_MONEY,
  payment_address: OWN_MONEY,
  one_time_code: both(`A one-time code signs in anyone who has it, and no deal needs one. ${SEND}`),
  gift_card: both(`Gift cards cannot be returned, and no deal here is paid with them. ${SEND}`),
  advance_fee: both(
    `Nobody pays to get paid here, and nobody sends money back by hand. Refunds go to the card. ${SEND}`,
  ),
}

/** The text shown to the reader beside a message: why it has a warning, and what is safe. */
const beside: Record<SafetyKind, Record<Role, string>> = {
  pay_outside: {
    seller:
      'This may be about paying outside of escrow, where nobody can help you get your money back. It is safe to fund the project here.',
    creator:
      'This may be about paying outside of escrow, where nobody can help you get paid. It is safe to start when the money is held here.',
  },
  payment_address: {
    seller:
      'This may be about a place to send money to. What you send there is outside of escrow. It is safe to fund the project here.',
    creator:
      'This may be about your payment details. Keep them to yourself: you are paid through your payout account.',
  },
  one_time_code: both(
    'This may be about a one-time code. Keep codes to yourself: anyone who has one can sign in as you, and we never ask for it.',
  ),
  gift_card: both(
    'This may be about gift cards. They cannot be returned, and no deal here is paid with them. It is safe to say no.',
  ),
  advance_fee: both(
    'This may be about paying to get paid, or sending money back. You owe nothing here in advance, and refunds go to the card.',
  ),
}

/** The operators' name for a kind. */
export const safetyNames: Record<SafetyKind, string> = {
  pay_outside: 'Paying outside',
  payment_address: 'Payment address',
  one_time_code: 'One-time code',
  gift_card: 'Gift card',
  advance_fee: 'Paying to get paid',
}

export const safetyWords = {
  sendAnyway: 'Send anyway',
  edit: 'Edit message',
  /** Below the line the sender reads. */
  told: (name: string): string => `${name} will see a safety note beside it.`,
  note: 'Safety note',
}

function both(text: string): Record<Role, string> {
  return { seller: text, creator: text }
}

/** The gravest kind comes last in SAFETY_KINDS. Only one sentence is shown: it says more than five would. */
const gravest = (kinds: readonly SafetyKind[]): SafetyKind | undefined =>
  SAFETY_KINDS.findLast((kind) => kinds.includes(kind))

/** Returns the line shown before sending; null when nothing is warned about. */
export function lineBeforeSending(kinds: readonly SafetyKind[], sender: Role): string | null {
  const kind = gravest(kinds)
  return kind === undefined ? null : beforeSending[kind][sender]
}

/** Returns the note beside a message; null when nothing is warned about. */
export function noteBeside(kinds: readonly SafetyKind[], reader: Role): string | null {
  const kind = gravest(kinds)
  return kind === undefined ? null : beside[kind][reader]
}
