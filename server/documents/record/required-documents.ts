import type { CreditReason, MovementKind } from '#contract/documents.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { wasAgreed } from '#server/payments/ledger/money-ops.ts'

/** A document that a movement of the ledger requires. `total` is in cents. */
export interface RequiredDocument {
  movement_id: number
  payment_id: string
  kind: MovementKind | 'credit_note'
  total: number
  /** The kind of document that a credit note reverses, and the reason. */
  corrects: MovementKind | null
  reason: CreditReason | null
}

/**
 * The rule of which movement needs which documents (decision 0085), derived from the accounts it moved: money that
 * comes into escrow has a receipt, its release a proof of purchase and an invoice of the fee. Money that leaves escrow
 * for the brand reverses receipts, and a release that came back reverses what was bought.
 *
 * A lost dispute returns money once: if the money was held, by the movement that takes it out of escrow; if it had been
 * released, by the bank's own withdrawal, even if the transfer is reversed later.
 *
 * Yields `RequiredDocument`s of the payments that `of` names.
 */
export const requiredDocuments = (of: Statement): Statement => sql`
  select moved.id as movement_id, moved.payment_id, needed.kind, needed.total::integer, needed.corrects, needed.reason
  from (select movements.id, movements.payment_id, movements.kind, movements.reference,
      coalesce(sum(amount) filter (where account = 'escrow'), 0) as escrow,
      coalesce(sum(amount) filter (where account = 'platform_fee'), 0) as fee,
      coalesce(sum(amount) filter (where account = 'chargebacks'), 0) as taken
    from ledger_movements movements join ledger_entries on ledger_entries.movement_id = movements.id
    where movements.kind in ('hold', 'release', 'refund', 'part_refund', 'chargeback') and movements.payment_id in (${of})
    group by movements.id) moved
  join payments on payments.id = moved.payment_id
  cross join lateral (values
    ('receipt', case when moved.kind <> 'release' then -escrow end, null, null),
    ('proof_of_purchase', case when moved.kind = 'release' then escrow end, null, null),
    ('fee_invoice', case when moved.kind = 'release' then -fee end, null, null),
    ('credit_note', case when moved.kind = 'release' then -escrow end, 'proof_of_purchase', 'came_back'),
    ('credit_note', case when moved.kind = 'release' then fee end, 'fee_invoice', 'came_back'),
    ('credit_note', case when moved.kind <> 'release' and not ${documentedBefore} then escrow end, 'receipt',
      case when moved.kind = 'chargeback' then 'charged_back'
        when moved.kind in ('refund', 'part_refund') and ${wasAgreed(sql`split_part(moved.reference, ':', 1)`)} then 'agreed'
        when payments.decided_refund is not null then 'decided' else 'returned' end),
    ('credit_note', case when ${takenFromReleased} then taken end, 'receipt', 'charged_back')
  ) needed (kind, total, corrects, reason)
  where needed.total > 0`

/** For what a lost dispute takes out of escrow: the bank's withdrawal was documented while the money was released. */
const documentedBefore = raw(`(moved.kind = 'chargeback' and exists (
  select from ledger_movements withdrawn join documents on documents.movement_id = withdrawn.id
  where withdrawn.kind = 'chargeback' and withdrawn.reference = split_part(moved.reference, ':', 1) || ':withdrawn'))`)

/** A withdrawal that is final for the brand: the dispute was lost after the money had been released. */
const takenFromReleased =
  raw(`(moved.kind = 'chargeback' and moved.reference like '%:withdrawn' and (
  exists (select from documents where documents.movement_id = moved.id)
  or (payments.status = 'released' and payments.dispute_outcome = 'lost'
    and moved.reference = payments.dispute_id || ':withdrawn'
    and not exists (select from ledger_movements lost where lost.kind = 'chargeback'
      and lost.reference = payments.dispute_id || ':lost'))))`)

/**
 * Returns what a payment still needs, in the order of its movements; within one movement by kind, the order in which
 * series are locked.
 */
export const missingDocuments = (db: Queryable, paymentId: string): Promise<RequiredDocument[]> =>
  rows<RequiredDocument>(
    db,
    sql`select required.* from (${requiredDocuments(sql`select ${paymentId}::uuid`)}) required
      where not exists (select from documents left join documents corrected on corrected.id = documents.corrects
        where documents.movement_id = required.movement_id and documents.kind = required.kind
          and corrected.kind is not distinct from required.corrects)
      order by required.movement_id, required.kind, required.corrects`,
  )

/** Returns those of the payments that `of` names that need a document. At most `limit`. */
export const undocumentedPayments = async (
  db: Queryable,
  of: Statement,
  limit: number,
): Promise<string[]> =>
  (
    await rows<{ payment_id: string }>(
      db,
      sql`select distinct required.payment_id from (${requiredDocuments(of)}) required
        where not exists (select from documents left join documents corrected on corrected.id = documents.corrects
          where documents.movement_id = required.movement_id and documents.kind = required.kind
            and corrected.kind is not distinct from required.corrects)
        limit ${limit}`,
    )
  ).map(({ payment_id }) => payment_id)
