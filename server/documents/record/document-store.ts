import type { Document } from '#contract/document-schemas.ts'
import type { TaxKind } from '#contract/tax.ts'
import type { CreditReason, DocumentKind } from '#contract/documents.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Period } from './periods.ts'
import type { RequiredDocument } from './required-documents.ts'

/** What is printed beside the numbers, as it was when the document was created. Amounts are cents. */
export interface DocumentContent extends Pick<
  Document,
  'issuer' | 'recipient' | 'supplier' | 'notes' | 'payment_method'
> {
  lines: { text: string; cents: number }[]
  /** What a statement or a summary consists of; absent where the lines are sufficient. */
  table?: { columns: readonly string[]; rows: TableRow[]; totals: (number | null)[] }
  /** What a fee includes, in cents. */
  tax?: DocumentTax
  /** The label of the total, if it is not "Total". */
  total_label?: string
}

export interface DocumentTax {
  kind: TaxKind
  name: string
  /** The rate in basis points. */
  bps: number
  net: number
  amount: number
}

/** A line of a statement; `cents` has an entry for each column. */
export interface TableRow {
  day: string | null
  text: string
  cents: (number | null)[]
}

/** A document as stored. `total` is in cents. */
export interface DocumentRow {
  id: string
  kind: DocumentKind
  series: string
  year: number
  number: number
  issued_on: string
  created_at: string
  /** For a document about a movement. */
  payment_id: string | null
  project_id: string | null
  project_title: string | null
  /** For one about a month or a year: its first and last day. */
  period_start: string | null
  period_end: string | null
  party_id: string
  other_id: string | null
  currency: string
  total: number
  reason: CreditReason | null
  content: DocumentContent
}

export const listColumns =
  raw(`documents.id, documents.kind, documents.series, documents.year, documents.number,
  documents.issued_on::text, documents.created_at, documents.payment_id, documents.project_id, documents.project_title,
  documents.period_start, documents.period_end,
  documents.party_id, documents.other_id, documents.currency, documents.total, documents.reason`)

export type ListedRow = Omit<DocumentRow, 'content'>

/** Returns a page of the documents addressed to someone or naming them, newest first. */
export function documentsOf(
  db: Queryable,
  userId: string,
  after: string | undefined,
): Promise<ListedRow[]> {
  const { time, id } = listPlace('newest', after)
  return rows<ListedRow>(
    db,
    // Two index scans; an `or` over both columns would read all of them.
    sql`select ${listColumns} from (
        (select * from documents where party_id = ${userId} and (created_at, id) < (${time}::timestamptz, ${id}::uuid)
          order by created_at desc, id desc limit ${listPage})
        union all
        (select * from documents where other_id = ${userId} and (created_at, id) < (${time}::timestamptz, ${id}::uuid)
          order by created_at desc, id desc limit ${listPage})) documents
      order by documents.created_at desc, documents.id desc limit ${listPage}`,
  )
}

/** A document's connection to others: `total` is in cents. */
export interface Neighbour {
  id: string
  series: string
  year: number
  number: number
  total: number
}

export interface WholeDocument extends DocumentRow {
  corrects: Neighbour | null
  corrected_by: Neighbour[]
}

const neighbour = raw(
  `json_build_object('id', other.id, 'series', other.series, 'year', other.year, 'number', other.number, 'total', other.total)`,
)

/** Returns a document with what it corrects and what corrects it; null for an unknown id. */
export const documentById = (db: Queryable, id: string): Promise<WholeDocument | null> =>
  maybeRow<WholeDocument>(
    db,
    sql`select ${listColumns}, documents.content,
        (select ${neighbour} from documents other where other.id = documents.corrects) as corrects,
        (select coalesce(json_agg(${neighbour} order by other.created_at, other.number), '[]')
          from documents other where other.corrects = documents.id) as corrected_by
      from documents where documents.id = ${id}`,
  )

/** Serialises the writers of a payment's documents until the end of the transaction. */
export const lockDocumentsOf = (tx: Tx, paymentId: string) =>
  execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('documents:' || ${paymentId}, 0))`)

/** What a document states about its deal. */
export interface DealFacts {
  purpose: string
  currency: string
  payment_method: string | null
  project_id: string
  project_title: string
  seller_id: string
  seller_name: string
  creator_id: string
  creator_name: string
}

export const dealFacts = (tx: Tx, paymentId: string): Promise<DealFacts> =>
  oneRow<DealFacts>(
    tx,
    sql`select payments.purpose, payments.currency, payments.payment_method, payments.project_id,
        projects.title as project_title, payments.seller_id, coalesce(seller.company_name, seller.name) as seller_name,
        payments.creator_id, creator.name as creator_name
      from payments join projects on projects.id = payments.project_id
      join profiles seller on seller.id = payments.seller_id join profiles creator on creator.id = payments.creator_id
      where payments.id = ${paymentId}`,
  )

/** A document that a credit note can reverse: its subject and the remaining amount, in cents. */
export interface Correctable {
  id: string
  total: number
  left: number
  tax: DocumentTax | null
}

/** Returns the documents of a payment that a credit note can reverse, oldest first. */
export const correctable = (
  tx: Tx,
  paymentId: string,
  kind: RequiredDocument['corrects'],
): Promise<Correctable[]> =>
  rows(
    tx,
    sql`select id, total, content->'tax' as tax, (total - coalesce((select sum(total) from documents note where note.corrects = documents.id), 0))::integer as left
      from documents where payment_id = ${paymentId} and kind = ${kind} order by created_at, number`,
  )

/** A document to be created; the database assigns its number. */
export interface NewDocument extends Pick<
  DocumentRow,
  'kind' | 'party_id' | 'currency' | 'total' | 'content'
> {
  /** The subject of the document: a movement of a deal's payment, a period, or a payout to the bank. */
  about:
    | {
        movement_id: number
        payment_id: string
        facts: Pick<DealFacts, 'project_id' | 'project_title'>
      }
    | { period: Period }
    | { payout_id: number }
  other_id?: string | null
  corrects?: string | null
  reason?: CreditReason | null
  now: Date
}

/**
 * Creates a document. Never uses `on conflict do nothing`, which would leave a gap in the numbers: the database refuses
 * it.
 */
export function insertDocument(tx: Tx, made: NewDocument): Promise<{ id: string }> {
  const { about, now, other_id = null, corrects = null, reason = null } = made
  const movement = 'movement_id' in about ? about : null
  const period = 'period' in about ? about.period : null
  const payoutId = 'payout_id' in about ? about.payout_id : null
  return oneRow<{ id: string }>(
    tx,
    sql`insert into documents (kind, issued_on, created_at, movement_id, payment_id, project_id, project_title,
        period_start, period_end, payout_id, party_id, other_id, currency, total, corrects, reason, content)
      values (${made.kind}, ${now.toISOString().slice(0, 10)}, ${now}, ${movement?.movement_id ?? null},
        ${movement?.payment_id ?? null}, ${movement?.facts.project_id ?? null}, ${movement?.facts.project_title ?? null},
        ${period?.from ?? null}, ${period?.to ?? null}, ${payoutId}, ${made.party_id}, ${other_id},
        ${made.currency}, ${made.total}, ${corrects}, ${reason}, ${JSON.stringify(made.content)}::jsonb)
      returning id`,
  )
}
