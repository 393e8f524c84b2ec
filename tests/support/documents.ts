import { randomUUID } from 'node:crypto'
import type { LedgerKind } from '#contract/ledger.ts'
import { readConfig } from '#server/config/config.ts'
import type { Pool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { issueDocuments } from '#server/documents/document-issue.ts'
import { book, type Entries, holdEntries, refundEntries } from '#server/payments/ledger/ledger.ts'

/** The document maker: what the job needs of the product. */
export const issuerOn = (
  pool: Pool,
  clock: () => Date = () => new Date(),
  variables: Record<string, string> = {},
) => ({
  pool,
  clock,
  config: readConfig({ DATABASE_URL: 'postgres://unused', ...variables }),
})

/** Books the arrival of a payment's money, which orders its receipt. `cents` defaults to the payment's amount. */
export const bookHold = (pool: Pool, paymentId: string, cents?: number): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { amount } = await oneRow<{ amount: number }>(
      tx,
      sql`select amount from payments where id = ${paymentId}`,
    )
    const entries = holdEntries(cents ?? amount)
    await book(tx, { paymentId, kind: 'hold', reference: `ch_${randomUUID()}`, entries })
  })

/**
 * The receipt of a payment whose money arrived and was immediately taken back by its bank, so that nothing is held for
 * it.
 */
export async function buildReceipt(pool: Pool, payment: { id: string }): Promise<{ id: string }> {
  await bookHold(pool, payment.id)
  await inTransaction(pool, async (tx) => {
    const { cents } = await oneRow<{ cents: number }>(
      tx,
      sql`select amount as cents from payments where id = ${payment.id}`,
    )
    const entries = refundEntries(cents)
    const reference = `dp_${randomUUID()}:taken`
    await book(tx, { paymentId: payment.id, kind: 'chargeback', reference, entries })
  })
  await issueDocuments(issuerOn(pool), payment.id)
  return oneRow<{ id: string }>(
    pool,
    sql`select id from documents where payment_id = ${payment.id} and kind = 'receipt' limit 1`,
  )
}

/** Books a movement of a payment as if at a given moment, and what it orders. `entries` are signed cents by account. */
export const bookAt = (
  pool: Pool,
  paymentId: string,
  at: string,
  kind: LedgerKind,
  entries: Entries,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const some = Object.entries(entries).filter(([, cents]) => cents !== 0)
    await tx.query(
      `with movement as (insert into ledger_movements (payment_id, kind, reference, created_at)
          values ($1, $2, $3, $4) returning id)
        insert into ledger_entries (movement_id, payment_id, account, amount)
          select id, $1, account, amount from movement, unnest($5::text[], $6::int[]) as entry (account, amount)`,
      [
        paymentId,
        kind,
        `${kind}_${randomUUID()}`,
        at,
        some.map(([account]) => account),
        some.map(([, cents]) => cents),
      ],
    )
  })
