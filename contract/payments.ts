import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/** SPEC §4. */
export const PAYMENT_STATUSES = [
  'pending',
  'held_in_escrow',
  'released',
  'refunded',
  'failed',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** SPEC §4: the words of the states; the last two have no fixed words there. */
/**
 * The purpose of a payment: the deal itself, what a later change added to it (decision 0073), or more months of its
 * licence.
 */
export const PAYMENT_PURPOSES = ['deal', 'extra', 'extension'] as const
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number]

export const PAYMENT_LABELS: Record<PaymentStatus, string> = {
  pending: 'Payment Pending',
  held_in_escrow: 'Held in Escrow',
  released: 'Payment Released',
  refunded: 'Refunded',
  failed: 'Payment Failed',
}

/**
 * pending ─hold→ held_in_escrow ─release→ released
 *   ├─fail→ failed ─retry→ pending        (the one row of an application, decision P30)
 *   └                held_in_escrow ─refund→ refunded
 * An operator's decision returns a part and releases the rest: held_in_escrow all the while, then released.
 * A lower price that both sides agree on returns the difference; the rest stays held_in_escrow.
 * What comes back from the card or the creator's account is held again, and its way out is chosen again.
 * release and refund are written only after the provider accepted them (decision P9, PAYMENTS rule 1).
 */
export const paymentTransitions = {
  hold: { from: ['pending', 'failed'], to: 'held_in_escrow', by: ['system'] },
  fail: { from: ['pending'], to: 'failed', by: ['system'] },
  retry: { from: ['failed'], to: 'pending', by: ['seller'] },
  release: { from: ['held_in_escrow'], to: 'released', by: ['seller', 'system'] },
  refund: { from: ['held_in_escrow'], to: 'refunded', by: ['creator', 'system'] },
  /** The card's bank took held money back for good. */
  charge_back: { from: ['held_in_escrow'], to: 'refunded', by: ['system'] },
} as const satisfies TransitionTable<PaymentStatus, 'seller' | 'creator' | 'system'>

/**
 * Days after which the brand of an accepted deal that is not paid gets a reminder, once for each. Our choice, the same
 * as for a product that waits for its address.
 */
export const PAYMENT_REMINDER_DAYS = [2, 5] as const

/** The provider could not refund the card, or a transfer was fully reversed: it was no one's choice. */
export const paymentSetbacks = {
  refund_came_back: { from: ['refunded'], to: 'held_in_escrow', by: ['system'] },
  transfer_came_back: { from: ['released'], to: 'held_in_escrow', by: ['system'] },
} as const satisfies TransitionTable<PaymentStatus, 'system'>

/** The state of a dispute by the seller's bank (one between the two sides is a deal dispute: disputes.ts): money frozen, given back to us, or taken back for good. */
export const DISPUTE_OUTCOMES = ['open', 'won', 'lost'] as const

/**
 * How held money leaves escrow: to the creator, back to the card, or partly back. part_refund: the part that an
 * operator decided on, before the rest is released; agreed_refund: the part that is freed when both sides agree on a
 * lower price, while the rest stays held.
 */
export const WAYS_OUT = ['release', 'refund', 'part_refund', 'agreed_refund'] as const

/** Money that was sent and came back: it is held again, and the next step is to release or return it. */
export const CAME_BACK = ['refund', 'transfer'] as const

/**
 * Why money that arrived was not held and went straight back: it came after the project was cancelled, the deal was
 * already paid, it was refunded before it could be held (by someone at the provider, or because its creator had left:
 * decision 0124), or (late_extra) the change that it was for no longer waited for it.
 */
export const TURNED_AWAY_REASONS = ['cancelled', 'second', 'refunded', 'late_extra'] as const
export type TurnedAwayReason = (typeof TURNED_AWAY_REASONS)[number]

/**
 * The lines of a statement. paid_in: the seller paid into escrow; released: split between creator and platform; sent:
 * the creator's share went to their balance at the provider; returned: back to the card, all or a part, by the
 * creator's choice or (returned_by_decision) an operator's; returned_as_agreed: the part that a lower price frees;
 * second_paid_in, second_returned: a second payment for the same deal and its return; late_paid_in, late_returned: the
 * same for money that arrived after the project was cancelled; unheld_paid_in, unheld_returned: for money that was
 * given back at the provider before it could be held; late_extra_paid_in, late_extra_returned: for money for a change
 * that no longer waited for it; return_owed: the card did not accept such a return; taken_back, given_back: the card's
 * bank took the money, and returned it; dispute_lost: the bank keeps it; to_bank, bank_returned: the creator's share
 * went on to their own bank, and came back from it; return_came_back, share_came_back: money that was sent to the card
 * or to the creator came back to the platform and is held again; share_part_came_back: a part of the share came back
 * and is owed to the creator; paid_outside: the amount owed to its reader was paid out by hand.
 */
export const STATEMENT_KINDS = [
  'paid_in',
  'released',
  'sent',
  'returned',
  'returned_by_decision',
  'returned_as_agreed',
  'second_paid_in',
  'second_returned',
  'late_paid_in',
  'late_returned',
  'unheld_paid_in',
  'unheld_returned',
  'late_extra_paid_in',
  'late_extra_returned',
  'return_owed',
  'taken_back',
  'given_back',
  'dispute_lost',
  'to_bank',
  'bank_returned',
  'return_came_back',
  'share_came_back',
  'share_part_came_back',
  'paid_outside',
] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

/**
 * Where the money of a payment is: not paid yet, held, frozen by a dispute, on the creator's Stripe balance, at their
 * bank (shown only to the creator, as is the day), back on the card.
 */
export const MONEY_PLACES = [
  'not_paid',
  'held',
  'frozen',
  'stripe_balance',
  'bank',
  'card',
] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]

/** The fields that decide whether the seller can release a payment, as its parties see it. */
interface Releasable {
  status: PaymentStatus
  moving: (typeof WAYS_OUT)[number] | null
  decided: boolean
  disputed: boolean
  deal_dispute_id: string | null
}

/**
 * Returns whether the seller can release it now: it is held, and is neither on its way out, decided by an operator nor
 * frozen by a dispute.
 */
export const isReleasable = (payment: Releasable): boolean =>
  payment.status === 'held_in_escrow' &&
  payment.moving === null &&
  !payment.decided &&
  !payment.disputed &&
  payment.deal_dispute_id === null

/**
 * Whether a deal's own payment is back on the card: no work is handed in and no product is shipped any more. Both go on
 * while a return is on its way, because it may fail; only the review stops then (`isMoneyBack`).
 */
export const isReturned = (
  payment: { status: PaymentStatus; is_rest?: boolean | undefined } | null | undefined,
): boolean => payment?.status === 'refunded' || payment?.is_rest === true

/** Whether it is, or is on its way there: then its work is no longer reviewed. */
export const isMoneyBack = (
  payment:
    | { status: PaymentStatus; moving: Releasable['moving']; is_rest?: boolean | undefined }
    | null
    | undefined,
): boolean => isReturned(payment) || payment?.moving === 'refund'

/**
 * The maximum number of arrivals shown to a creator, one after another: after a long absence, the others are in their
 * statements.
 */
export const ARRIVALS_SHOWN = 3

export const paymentRoutes = {
  'payments.list': 'GET /api/payments',
  'payments.for_project': 'GET /api/projects/:id/payment',
  'payments.arrivals': 'GET /api/payments/arrivals',
  'payments.seen': 'POST /api/payments/:id/seen',
  'payments.create': 'POST /api/payments',
  'payments.release': 'POST /api/payments/release',
  'payments.refund': 'POST /api/payments/refund',
  'payments.statement': 'GET /api/payments/:id/statement',
  'payment_methods.create_customer': 'POST /api/payment-methods/customer',
  'payment_methods.setup': 'POST /api/payment-methods/setup',
  'payment_methods.list': 'GET /api/payment-methods',
  'payment_methods.set_default': 'POST /api/payment-methods/:id/default',
  'payment_methods.remove': 'DELETE /api/payment-methods/:id',
} as const

/** SPEC §5, word for word. */
export const paymentMessages = {
  createIdsRequired: 'Missing project or application information',
  paymentIdRequired: 'Payment ID is required',
} as const

/** SPEC §8: what failed, beside the toast that says what to do; also the line in the console. */
export const paymentFailures = {
  load: 'Failed to load payments',
  create: 'Failed to create payment',
  release: 'Failed to release payment',
} as const

/** Refusals that a page also displays: in a separate constant, so that no page loads all refusals. */
export const MONEY_FROZEN = 'A dispute is open, so this money is frozen.'

export const PRICE_CHANGED =
  'You agreed on another price since this page was opened. Nothing was charged.'

/** Returns the sentence about that refusal: `price` is formatted. */
export const priceIsNow = (price: string): string => `The price is now ${price}.`

export const RELEASE_REFUSED = 'The transfer was refused. The money stays held in escrow.'

export const paymentErrors = {
  'payment.not_accepted': { status: 409, message: 'Accept an application before funding escrow.' },
  'payment.already_funded': { status: 409, message: 'This payment is already funded.' },
  /** Nothing was delivered either (decision 0124). */
  'payment.creator_left': {
    status: 409,
    message:
      'This creator has deleted their account without delivering anything. Nothing was charged. You can cancel the project.',
  },
  /**
   * The price differs from the one on the button: an amendment was agreed between rendering the button and pressing it.
   */
  'payment.price_changed': { status: 409, message: PRICE_CHANGED },
  'payment.not_held': { status: 409, message: 'Only money held in escrow can be moved.' },
  'payment.moving': { status: 409, message: 'This payment is already being released or returned.' },
  'payment.decided': {
    status: 409,
    message: 'Our support has decided about this payment. The rest of it moves automatically.',
  },
  'payment.decision_range': {
    status: 422,
    message:
      'The part to return must be whole cents, between what has already gone back and the amount.',
  },
  'payment.payout_not_ready': {
    status: 409,
    message: "The creator's Stripe account cannot receive payments yet. The money stays held.",
  },
  'payment.frozen': { status: 409, message: MONEY_FROZEN },
  'payment.payouts_on_hold': {
    status: 409,
    message:
      'A bank disputes an earlier payment to this creator. The money stays held until it decides.',
  },
  'payment.provider_unavailable': {
    status: 503,
    message: 'The payment provider did not respond. Your money is where it was. Please try again.',
  },
  /** Another attempt may succeed. */
  'payment.refused': {
    status: 409,
    message: 'The payment provider refused this attempt. Nothing was charged.',
  },
  /** No attempt can succeed until an operator has checked it. */
  'payment.provider_refused': {
    status: 502,
    message:
      'The payment provider does not accept this from us at the moment. Nothing was charged. Our team has been notified.',
  },
  'payment.release_refused': {
    status: 409,
    message: RELEASE_REFUSED,
  },
  'payment.return_refused': {
    status: 409,
    message: 'The refund was refused. The money stays held in escrow.',
  },
} as const satisfies Record<string, ErrorEntry>
