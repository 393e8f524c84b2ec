import type { LedgerAccount, LedgerKind } from '#contract/ledger.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type FeeTerms, splitPrice } from '#contract/money.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/**
 * The double-entry ledger (PAYMENTS rule 4). A movement is a group of entries in signed cents, debits positive; the
 * database refuses a group that does not sum to zero and any later change to it.
 */

/** Signed cents by account, summing to zero. */
export type Entries = Partial<Record<LedgerAccount, number>>

/** The seller's money arrived at the provider and is held for the deal. */
export const holdEntries = (amountCents: number): Entries => ({
  provider_clearing: amountCents,
  escrow: -amountCents,
})

/**
 * What is held is split by the deal's terms into the share owed to the creator and the platform's fee (decision P6).
 */
export function releaseEntries(amountCents: number, terms: FeeTerms): Entries {
  const { creatorCents, feeCents } = splitPrice(amountCents, terms)
  return { escrow: amountCents, creator_payable: -creatorCents, platform_fee: -feeCents }
}

/** What was owed to the creator moved to their balance at the provider. */
export function transferEntries(amountCents: number, terms: FeeTerms): Entries {
  const { creatorCents } = splitPrice(amountCents, terms)
  return { creator_payable: creatorCents, provider_clearing: -creatorCents }
}

/** Held money, or a part of it, went back to the seller's card. */
export const refundEntries = (amountCents: number): Entries => ({
  escrow: amountCents,
  provider_clearing: -amountCents,
})

/** A returned part failed after the rest was released: it belongs to the seller and not to the escrow. */
export const owedBackEntries = (cents: number): Entries => ({
  provider_clearing: cents,
  refunds: -cents,
})

/** What was owed to the seller is held for the deal again, because the rest is held again. */
export const heldFromOwedEntries = (cents: number): Entries => ({ refunds: cents, escrow: -cents })

/** What was held for the deal is owed to the seller, because the rest has left. */
export const owedFromHeldEntries = (cents: number): Entries => ({ escrow: cents, refunds: -cents })

/** The share, or a part of it, was reversed from the creator's balance at the provider: it is owed to them again. */
export const shareBackEntries = (cents: number): Entries => ({
  provider_clearing: cents,
  creator_payable: -cents,
})

/** What was owed to one of the parties was paid out by hand, outside the provider. */
export const paidOutsideEntries = (
  owedOn: 'creator_payable' | 'refunds',
  cents: number,
): Entries => ({ [owedOn]: cents, paid_outside: -cents })

/** The seller's bank took money back from us; if negative, it returned it. */
export const disputeEntries = (cents: number): Entries => ({
  chargebacks: cents,
  provider_clearing: -cents,
})

/** A dispute lost while the money was held: the deal's held money pays for what the bank took. */
export const disputeLostEntries = (cents: number): Entries => ({
  escrow: cents,
  chargebacks: -cents,
})

/** The provider kept a fee. */
export const feeEntries = (cents: number): Entries => ({
  provider_fees: cents,
  provider_clearing: -cents,
})

/** The platform sent its own money to its bank; if negative, the bank returned it. */
export const platformPayoutEntries = (cents: number): Entries => ({
  platform_bank: cents,
  provider_clearing: -cents,
})

/**
 * Books one movement in the caller's transaction. `reference` is the provider object that caused it. Idempotent: a
 * second booking of the same kind and reference is a no-op and returns false.
 */
export async function book(
  tx: Tx,
  movement: { paymentId: string | null; kind: LedgerKind; reference: string; entries: Entries },
): Promise<boolean> {
  const created = await maybeRow<{ id: number }>(
    tx,
    sql`insert into ledger_movements (payment_id, kind, reference)
      values (${movement.paymentId}, ${movement.kind}, ${movement.reference})
      on conflict on constraint ledger_movements_once_per_cause do nothing
      returning id`,
  )
  if (created === null) return false
  const entries = Object.entries(movement.entries).filter(([, cents]) => cents !== 0)
  await execute(
    tx,
    sql`insert into ledger_entries (movement_id, payment_id, account, amount)
      select ${created.id}, ${movement.paymentId}, account, amount
      from unnest(${entries.map(([account]) => account)}::text[], ${entries.map(([, cents]) => cents)}::bigint[])
        as entry (account, amount)`,
  )
  if (movement.paymentId !== null) await orderDocuments(tx, movement.paymentId)
  return true
}

/**
 * Enqueues the job that issues the documents for a payment's movements (server/documents), in the transaction that
 * changes what they must document: a movement, or the loss of a dispute about released money.
 */
export const orderDocuments = (tx: Tx, paymentId: string): Promise<void> =>
  enqueue(tx, 'documents.issue', { payment_id: paymentId }, { key: `documents.issue:${paymentId}` })

/** Returns whether a movement caused by this provider object is in the ledger. */
export const isBooked = async (db: Queryable, reference: string): Promise<boolean> =>
  (await maybeRow(
    db,
    sql`select 1 from ledger_movements where reference = ${reference} limit 1`,
  )) !== null

/** Returns the causes of a payment's movements of one kind. */
export const bookedOf = async (
  db: Queryable,
  paymentId: string,
  kind: LedgerKind,
): Promise<Set<string>> => {
  const booked = await rows<{ reference: string }>(
    db,
    sql`select reference from ledger_movements where payment_id = ${paymentId} and kind = ${kind}`,
  )
  return new Set(booked.map(({ reference }) => reference))
}

/**
 * Returns the first of what was sent and reversed at the provider that our books do not know; null when they know all
 * of it.
 */
export async function firstUnbooked<Sent>(
  db: Queryable,
  cameBack: Sent[],
  referenceOf: (sent: Sent) => string,
): Promise<Sent | null> {
  for (const sent of cameBack) if (!(await isBooked(db, referenceOf(sent)))) return sent
  return null
}
