import type { LedgerAccount, LedgerKind } from '#contract/payments.ts'
import { execute, maybeRow, sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { splitPrice } from '#contract/money.ts'

/**
 * The double-entry ledger (PAYMENTS rule 4). A movement is a group of entries in signed cents, positive
 * being a debit; the database refuses a group that does not sum to zero and any later change to it.
 */

/** Signed cents by account; their sum is zero. */
export type Entries = Partial<Record<LedgerAccount, number>>

/** The seller's money arrived at the provider and is held for the deal. */
export const holdEntries = (amountCents: number): Entries => ({
  provider_clearing: amountCents,
  escrow: -amountCents,
})

/** The held money is split: 85 % owed to the creator, the rest is the platform's fee (DECISIONS 6). */
export function releaseEntries(amountCents: number): Entries {
  const { creatorCents, feeCents } = splitPrice(amountCents)
  return { escrow: amountCents, creator_payable: -creatorCents, platform_fee: -feeCents }
}

/** What was owed to the creator left for their balance at the provider. */
export function transferEntries(amountCents: number): Entries {
  const { creatorCents } = splitPrice(amountCents)
  return { creator_payable: creatorCents, provider_clearing: -creatorCents }
}

/** The held money went back to the seller's card. */
export const refundEntries = (amountCents: number): Entries => ({
  escrow: amountCents,
  provider_clearing: -amountCents,
})

/** The seller's bank took money back from us; negative: it gave it back. */
export const disputeEntries = (cents: number): Entries => ({
  chargebacks: cents,
  provider_clearing: -cents,
})

/** A dispute lost while the money was held: what we held for the deal pays for what the bank took. */
export const disputeLostEntries = (cents: number): Entries => ({
  escrow: cents,
  chargebacks: -cents,
})

/** The provider kept a fee. */
export const feeEntries = (cents: number): Entries => ({
  provider_fees: cents,
  provider_clearing: -cents,
})

/**
 * Books one movement in the caller's transaction. `reference` is the provider object that caused it; a
 * second booking of the same kind and reference changes nothing and answers false.
 */
export async function book(
  tx: Tx,
  movement: { paymentId: string; kind: LedgerKind; reference: string; entries: Entries },
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
      from unnest(${entries.map(([account]) => account)}::text[], ${entries.map(([, cents]) => cents)}::int[])
        as entry (account, amount)`,
  )
  return true
}
