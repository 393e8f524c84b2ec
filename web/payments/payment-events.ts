import type { LedgerEntry, Payment } from '#contract/payment-schemas.ts'
import type { LedgerAccount, LedgerKind, PaymentStatus } from '#contract/payments.ts'

/** A state the payment came into, for the history. */
export interface PaymentEvent {
  status: PaymentStatus
  at: string
}

/** The states a payment went through, newest first. */
export function paymentEvents(payment: Payment): PaymentEvent[] {
  const events: PaymentEvent[] = [{ status: 'pending', at: payment.created_at }]
  if (payment.funded_at) events.push({ status: 'held_in_escrow', at: payment.funded_at })
  if (payment.status === 'failed') events.push({ status: 'failed', at: payment.created_at })
  if (payment.released_at) events.push({ status: 'released', at: payment.released_at })
  if (payment.refunded_at) events.push({ status: 'refunded', at: payment.refunded_at })
  return events.toReversed()
}

const KINDS: Record<LedgerKind, string> = {
  hold: 'Paid in',
  release: 'Released',
  transfer: 'Transferred',
  refund: 'Returned',
  duplicate: 'Second payment returned',
  chargeback: 'Chargeback',
  provider_fee: 'Provider fee',
}

const ACCOUNTS: Record<LedgerAccount, string> = {
  provider_clearing: 'Payment provider',
  escrow: 'Escrow',
  creator_payable: "Creator's share",
  platform_fee: 'Platform fee',
  provider_fees: 'Provider fees',
  refunds: 'Refunds',
  chargebacks: 'Chargebacks',
}

/** Accounts that owe: on them the ledger writes money that came in with a minus (double entry). */
const OWING: readonly LedgerAccount[] = ['escrow', 'creator_payable', 'platform_fee']

/** What a line of the ledger adds to its account (USD, signed), as people count: in is plus, out is minus. */
export function shownAmount(entry: Pick<LedgerEntry, 'account' | 'amount'>): number {
  return OWING.includes(entry.account) ? -entry.amount : entry.amount
}

/** A line of the ledger in words: what happened and on which account. */
export function ledgerWords(entry: LedgerEntry): { kind: string; account: string } {
  return { kind: KINDS[entry.kind], account: ACCOUNTS[entry.account] }
}
