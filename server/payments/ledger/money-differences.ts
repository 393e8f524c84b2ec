import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'

/**
 * The differences between the provider's books and ours, one row each, for a person to see (PAYMENTS rule 7). What a
 * reconciliation could fix is recorded as resolved; what it could not fix stays open until a later pass no longer finds
 * it.
 */

export type DifferenceKind =
  /** An event never reached us; its effect was applied now. */
  | 'event_lost'
  /** A charge, transfer or refund at the provider that our ledger does not know. */
  | 'charge_unbooked'
  | 'transfer_unbooked'
  | 'refund_unbooked'
  /** Booked by us, but missing at the provider. */
  | 'missing_at_provider'
  /** Both know it, with different amounts or destinations. */
  | 'amount_differs'
  /** A movement that was stored and never settled. */
  | 'outcome_unknown'
  /** A dispute of a charge that belongs to no payment, or that took only a part. */
  | 'dispute_unknown'
  | 'dispute_partly_lost'
  /** Part of a transfer was reversed: it is owed to the creator and paid out by hand. */
  | 'transfer_partly_reversed'
  /** A second payment that could not be returned to its card: it is paid out by hand. */
  | 'return_failed'
  /**
   * The provider refuses the request, and no new attempt will change that: the cause is our balance, our account or our
   * key.
   */
  | 'provider_refused'
  /** The platform's balance is paid out to its own bank automatically, including held money. */
  | 'payouts_not_manual'
  /** More is held for deals, or owed, than the platform's balance contains. */
  | 'escrow_not_covered'
  /** The provider could not be reached, or gave an impossible response. */
  | 'not_compared'

/** What the person responsible for a difference does about it. */
export const WHAT_TO_DO: Record<DifferenceKind, string> = {
  event_lost:
    'Nothing: the effect was applied. If it happens often, look at the webhook in the provider’s dashboard.',
  charge_unbooked: 'Look the charge up at the provider. If it belongs to no deal, refund it there.',
  transfer_unbooked:
    'Find out who made this transfer. If it was not meant, take it back in the provider’s dashboard.',
  refund_unbooked:
    'Somebody refunded in the provider’s dashboard. Agree with both parties; the product does not know of it.',
  missing_at_provider: 'Look the object up at the provider: what our books say is not there.',
  amount_differs:
    'Compare the object at the provider with the agreed price before anything else moves.',
  outcome_unknown:
    'The provider could not be asked. Wait for the next pass; call the provider if it stays.',
  dispute_unknown: 'Answer the dispute in the provider’s dashboard: the charge is no deal’s.',
  dispute_partly_lost:
    'The bank kept a part. Decide with both parties who gets the rest, and pay it by hand.',
  transfer_partly_reversed:
    'A part of what the creator was sent was taken back, and is owed to them. Ask who took it back and why. Pay it to the creator outside of the provider and resolve with the amount. Or take the rest back there, too: then all of it is held again.',
  return_failed:
    'The money is ours again and owed to the brand. Ask them where to send it, pay it out by hand, and resolve with the amount.',
  provider_refused:
    'Read why. Look at the balance, the account and the keys in the provider’s dashboard. It closes by itself once the same act succeeds.',
  payouts_not_manual:
    'Set the payout schedule of the platform’s own account to manual in the provider’s dashboard. It closes with the next daily look.',
  escrow_not_covered:
    'Find out what took the money: payouts to our own bank, fees, disputes. Add the difference to the balance in the provider’s dashboard before anything is released or returned.',
  not_compared:
    'The provider could not be asked about it. Wait for the next pass; look at the log if it stays.',
}

/** A difference as it is found. `providerId` is our own id when the provider has no object. */
export interface Difference {
  kind: DifferenceKind
  paymentId: string | null
  providerId: string
  detail: string
}

/** A difference as stored. */
export interface DifferenceRow {
  id: string
  kind: DifferenceKind
  payment_id: string | null
  provider_id: string
  detail: string
  found_at: string
  resolved_at: string | null
}

/** Records a difference once; while it is open, finding it again is a no-op. */
export async function noteDifference(db: Queryable, found: Difference): Promise<boolean> {
  const added = await execute(
    db,
    sql`insert into money_differences (kind, payment_id, provider_id, detail)
      values (${found.kind}, ${found.paymentId}, ${found.providerId}, ${found.detail})
      on conflict (kind, provider_id) where resolved_at is null do nothing`,
  )
  return added > 0
}

/** Returns whether it was ever recorded with exactly these words, even if it has been resolved since. */
export const wasNoted = async (db: Queryable, found: Difference): Promise<boolean> =>
  (await maybeRow(
    db,
    sql`select 1 from money_differences
      where kind = ${found.kind} and provider_id = ${found.providerId} and detail = ${found.detail} limit 1`,
  )) !== null

/** Records the progress of a difference; its assignee stays. */
export async function restateDifference(db: Queryable, found: Difference): Promise<void> {
  const restated = await execute(
    db,
    sql`update money_differences set detail = ${found.detail}
      where kind = ${found.kind} and provider_id = ${found.providerId} and resolved_at is null`,
  )
  if (restated === 0) await noteDifference(db, found)
}

/** Closes a difference that later events made obsolete. */
export const closeDifference = (db: Queryable, kind: DifferenceKind, providerId: string) =>
  execute(
    db,
    sql`update money_differences set resolved_at = now()
      where kind = ${kind} and provider_id = ${providerId} and resolved_at is null`,
  )

/** Closes a payment's refusals: the provider did what it had refused, or no money is left to request it for. */
export const closeRefusals = (db: Queryable, paymentId: string) =>
  execute(
    db,
    sql`update money_differences set resolved_at = now()
      where kind = 'provider_refused' and payment_id = ${paymentId} and resolved_at is null`,
  )

/** Records what was found and fixed in one step. */
export async function noteHealed(db: Queryable, found: Difference): Promise<void> {
  await execute(
    db,
    sql`insert into money_differences (kind, payment_id, provider_id, detail, resolved_at)
      values (${found.kind}, ${found.paymentId}, ${found.providerId}, ${found.detail}, now())`,
  )
}

export const openDifferences = (db: Queryable) =>
  rows<DifferenceRow>(
    db,
    sql`select id, kind, payment_id, provider_id, detail, found_at, resolved_at from money_differences
      where resolved_at is null order by id`,
  )

/** Closes what a pass no longer found; `kinds` and `compared` (payments) state what the pass covered. */
export async function resolveAllBut(
  db: Queryable,
  stillOpen: readonly Difference[],
  kinds: readonly DifferenceKind[],
  compared: readonly string[],
): Promise<void> {
  const keys = stillOpen.map((found) => `${found.kind} ${found.providerId}`)
  await execute(
    db,
    sql`update money_differences set resolved_at = now()
      where resolved_at is null and kind = any(${kinds})
        and (payment_id is null or payment_id = any(${compared})) and not (kind || ' ' || provider_id) = any(${keys})`,
  )
}
