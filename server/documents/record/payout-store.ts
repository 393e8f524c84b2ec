import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** A payout to a bank as its documents need it; `amount` in cents. */
export interface DocumentedPayout {
  user_id: string
  status: 'on_its_way' | 'paid' | 'failed'
  amount: number
  documented: boolean
}

/** Locks the payout, so that its next state is recorded only after its documents are committed. */
export const lockPayout = (tx: Tx, id: number): Promise<DocumentedPayout | null> =>
  maybeRow<DocumentedPayout>(
    tx,
    sql`select stripe_accounts.user_id, payouts.status, payouts.amount, payouts.documented
      from payouts join stripe_accounts using (stripe_account_id) where payouts.id = ${id} for update of payouts`,
  )

/** Returns the statement of a payout, and whether a credit note reverses it; null while there is no statement. */
export const documentOfPayout = (
  tx: Tx,
  id: number,
): Promise<{ id: string; credited: boolean } | null> =>
  maybeRow<{ id: string; credited: boolean }>(
    tx,
    sql`select id, exists (select from documents note where note.corrects = documents.id) as credited
      from documents where payout_id = ${id} and kind = 'payout_statement'`,
  )

export const markDocumented = (tx: Tx, id: number): Promise<number> =>
  execute(tx, sql`update payouts set documented = true where id = ${id}`)

/** One of our transfers in a payout: the released amount, in cents. */
export interface CarriedTransfer {
  day: string
  title: string
  price: number
  fee: number
  share: number
}

/** Returns what a payout carried, according to the ledger: each transfer with the release before it. */
export const carriedBy = (tx: Tx, payoutId: number): Promise<CarriedTransfer[]> =>
  rows<CarriedTransfer>(
    tx,
    sql`select (sent.created_at at time zone 'UTC')::date::text as day, projects.title, released.price, released.fee,
        (select coalesce(sum(amount), 0)::bigint from ledger_entries
          where movement_id = sent.id and account = 'creator_payable') as share
      from payout_transfers
        join ledger_movements sent on sent.kind = 'transfer' and sent.reference = payout_transfers.stripe_transfer_id
        join payments on payments.id = sent.payment_id join projects on projects.id = payments.project_id
        join lateral (select coalesce(sum(amount) filter (where account = 'escrow'), 0)::bigint as price,
            coalesce(-sum(amount) filter (where account = 'platform_fee'), 0)::bigint as fee
          from ledger_entries where movement_id = (select max(release.id) from ledger_movements release
            where release.payment_id = sent.payment_id and release.kind = 'release' and release.id < sent.id)) released on true
      where payout_transfers.payout_id = ${payoutId} order by sent.created_at, sent.id`,
  )

/** Returns the payouts whose documents do not match their state, oldest first. */
export const undocumentedPayouts = async (db: Queryable, limit: number): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      sql`select id from payouts where status <> 'on_its_way' and not documented order by id limit ${limit}`,
    )
  ).map(({ id }) => id)
