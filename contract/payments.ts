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
export const PAYMENT_LABELS: Record<PaymentStatus, string> = {
  pending: 'Payment Pending',
  held_in_escrow: 'Held in Escrow',
  released: 'Payment Released',
  refunded: 'Refunded',
  failed: 'Payment Failed',
}

/**
 * pending ─hold→ held_in_escrow ─release→ released
 *   ├─fail→ failed ─retry→ pending        (the one row of an application, DECISIONS 30)
 *   └                held_in_escrow ─refund→ refunded
 * release and refund are written only after the provider accepted them (DECISIONS 9, PAYMENTS rule 1).
 */
export const paymentTransitions = {
  hold: { from: ['pending', 'failed'], to: 'held_in_escrow', by: ['system'] },
  fail: { from: ['pending'], to: 'failed', by: ['system'] },
  retry: { from: ['failed'], to: 'pending', by: ['seller'] },
  release: { from: ['held_in_escrow'], to: 'released', by: ['seller', 'system'] },
  refund: { from: ['held_in_escrow'], to: 'refunded', by: ['creator'] },
  /** The card's bank took held money back for good. */
  charge_back: { from: ['held_in_escrow'], to: 'refunded', by: ['system'] },
} as const satisfies TransitionTable<PaymentStatus, 'seller' | 'creator' | 'system'>

/** Ledger accounts (PAYMENTS rule 4). Amounts on them are signed cents; each movement sums to zero. */
export const LEDGER_ACCOUNTS = [
  /** Money at the provider on the platform's balance. */
  'provider_clearing',
  /** Held for one payment. */
  'escrow',
  /** Sent to the creator's balance at the provider. */
  'creator_payable',
  /** The platform's 15 %. */
  'platform_fee',
  /** What the provider charges us. */
  'provider_fees',
  /** Returned to the seller's card. */
  'refunds',
  /** Taken back by the seller's bank. */
  'chargebacks',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/**
 * Why money moved: one word a movement, shown in the statement. hold: paid in; release: split 85/15;
 * transfer: sent to the creator's balance; refund: back to the card; duplicate: a second payment for the
 * same deal, paid in and sent back.
 */
export const LEDGER_KINDS = [
  'hold',
  'release',
  'transfer',
  'refund',
  'duplicate',
  'chargeback',
  'provider_fee',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** How a dispute of the seller's bank stands: money frozen, given back to us, or taken back for good. */
export const DISPUTE_OUTCOMES = ['open', 'won', 'lost'] as const

/**
 * The lines of a statement. paid_in: the seller paid into escrow; released: split between creator and
 * platform; sent: the creator's share went to their balance at the provider; returned: back to the card;
 * second_paid_in, second_returned: a second payment for the same deal and its way back; taken_back,
 * given_back: the card's bank took the money and returned it; dispute_lost: it keeps it.
 */
export const STATEMENT_KINDS = [
  'paid_in',
  'released',
  'sent',
  'returned',
  'second_paid_in',
  'second_returned',
  'taken_back',
  'given_back',
  'dispute_lost',
] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

/** Where the money of a payment is: not paid yet, held, frozen by a dispute, with the creator, on the card. */
export const MONEY_PLACES = ['not_paid', 'held', 'frozen', 'stripe_balance', 'card'] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]

export const paymentRoutes = {
  'payments.list': 'GET /api/payments',
  'payments.for_project': 'GET /api/projects/:id/payment',
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

export const paymentErrors = {
  'payment.not_accepted': { status: 409, message: 'Accept an application before funding escrow.' },
  'payment.already_funded': { status: 409, message: 'This payment is already funded.' },
  'payment.not_held': { status: 409, message: 'Only money held in escrow can be moved.' },
  'payment.moving': { status: 409, message: 'This payment is already being released or returned.' },
  'payment.payout_not_ready': {
    status: 409,
    message: "The creator's Stripe account cannot receive payments yet. The money stays held.",
  },
  'payment.frozen': { status: 409, message: 'A dispute is open, so this money is frozen.' },
  'payment.provider_unavailable': {
    status: 503,
    message: 'The payment provider did not answer. Your money is where it was. Please try again.',
  },
  'payment_method.customer_missing': {
    status: 409,
    message: 'Failed to update default payment method',
  },
} as const satisfies Record<string, ErrorEntry>
