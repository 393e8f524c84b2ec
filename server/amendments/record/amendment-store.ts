import type { AmendmentSide, AmendmentStatus } from '#contract/amendments.ts'
import type { Brief } from '#contract/briefs.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** An amendment as stored. Values that it leaves unchanged are null; days are 'YYYY-MM-DD'. */
export interface AmendmentRow {
  id: string
  application_id: string
  number: number
  by: AmendmentSide
  deliver_by: string | null
  against_deliver_by: string
  /** Integer cents, both or neither. */
  price: number | null
  against_price: number | null
  /** Cents that its acceptance ordered back to the card because the money was held. */
  returned: number | null
  /** Cents that its higher price adds to held money, and until when the brand can pay them. */
  extra: number | null
  pay_by: string | null
  /**
   * The deal's total rounds of revision, and the rounds that were agreed; both or neither. A brief changes them, too.
   */
  rounds: number | null
  against_rounds: number | null
  brief: Brief | null
  brief_hash: string | null
  against_brief_version: number | null
  brief_version: number | null
  note: string | null
  status: AmendmentStatus
  expires_at: string
  created_at: string
  answered_at: string | null
}

/** Every column of `AmendmentRow`. */
export const amendmentColumns = raw(
  `amendments.id, amendments.application_id, amendments.number, amendments.by, amendments.deliver_by,
  amendments.against_deliver_by, amendments.price, amendments.against_price, amendments.returned, amendments.extra, amendments.pay_by,
  amendments.rounds, amendments.against_rounds, amendments.brief, amendments.brief_hash, amendments.against_brief_version,
  amendments.brief_version, amendments.note, amendments.status, amendments.expires_at, amendments.created_at,
  amendments.answered_at`,
)

export const amendmentById = (db: Queryable, id: string) =>
  maybeRow<AmendmentRow>(db, sql`select ${amendmentColumns} from amendments where id = ${id}`)

/** The same, locked until the transaction ends; its deal is locked before. */
export const lockAmendment = (tx: Tx, id: string) =>
  maybeRow<AmendmentRow>(
    tx,
    sql`select ${amendmentColumns} from amendments where id = ${id} for update`,
  )

/** Returns all amendments of a deal, oldest first: at most AMENDMENT_LIMITS.mostOfSide from each side. */
export const amendmentsOf = (applicationId: string): Statement =>
  sql`select ${amendmentColumns} from amendments where application_id = ${applicationId} order by number`

export type NewAmendmentRow = Omit<
  AmendmentRow,
  'status' | 'answered_at' | 'brief_version' | 'returned' | 'extra' | 'pay_by'
>

/** Inserts an open amendment. The indexes are the guard: null when another is open, or its number or id is taken. */
export const insertAmendment = (tx: Tx, row: NewAmendmentRow) =>
  maybeRow<AmendmentRow>(
    tx,
    sql`insert into amendments (id, application_id, number, by, deliver_by, against_deliver_by, price, against_price,
        rounds, against_rounds, brief, brief_hash, against_brief_version, note, expires_at, created_at)
      values (${row.id}, ${row.application_id}, ${row.number}, ${row.by}, ${row.deliver_by}, ${row.against_deliver_by},
        ${row.price}, ${row.against_price}, ${row.rounds}, ${row.against_rounds},
        ${row.brief === null ? null : JSON.stringify(row.brief)}::jsonb, ${row.brief_hash}, ${row.against_brief_version},
        ${row.note}, ${row.expires_at}, ${row.created_at})
      on conflict do nothing returning ${amendmentColumns}`,
  )
