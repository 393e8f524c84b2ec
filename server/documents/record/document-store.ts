import type { Document } from '#contract/document-schemas.ts'
import type { CreditReason, DocumentKind } from '#contract/documents.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { RequiredDocument } from './required-documents.ts'

/** What is printed beside the numbers, as it was when the document was made. Amounts are cents. */
export interface DocumentContent extends Pick<
  Document,
  'issuer' | 'recipient' | 'supplier' | 'notes' | 'payment_method'
> {
  lines: { text: string; cents: number }[]
}

/** A document as stored. `total` is cents. */
export interface DocumentRow {
  id: string
  kind: DocumentKind
  series: string
  year: number
  number: number
  issued_on: string
  created_at: string
  payment_id: string
  project_id: string
  project_title: string
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
  documents.party_id, documents.other_id, documents.currency, documents.total, documents.reason`)

export type ListedRow = Omit<DocumentRow, 'content'>

/** A page of the documents addressed to someone or naming them, newest first. */
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

/** A document's connection to others: `total` is cents. */
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

/** A document with what it corrects and what corrects it; null for an unknown id. */
export const documentById = (db: Queryable, id: string): Promise<WholeDocument | null> =>
  maybeRow<WholeDocument>(
    db,
    sql`select ${listColumns}, documents.content,
        (select ${neighbour} from documents other where other.id = documents.corrects) as corrects,
        (select coalesce(json_agg(${neighbour} order by other.created_at, other.number), '[]')
          from documents other where other.corrects = documents.id) as corrected_by
      from documents where documents.id = ${id}`,
  )

/** Whoever makes documents of a payment waits here until another has committed. */
export const lockDocumentsOf = (tx: Tx, paymentId: string) =>
  execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('documents:' || ${paymentId}, 0))`)

/** What a document says of its deal. */
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

/** Documents of a payment that a credit note can take back, oldest first, with what is left of each in cents. */
export const correctable = (
  tx: Tx,
  paymentId: string,
  kind: RequiredDocument['corrects'],
): Promise<{ id: string; left: number }[]> =>
  rows(
    tx,
    sql`select id, (total - coalesce((select sum(total) from documents note where note.corrects = documents.id), 0))::integer as left
      from documents where payment_id = ${paymentId} and kind = ${kind} order by created_at, number`,
  )

/** A document to be made; the database gives it its number. */
export interface NewDocument extends Pick<
  DocumentRow,
  'kind' | 'payment_id' | 'party_id' | 'other_id' | 'total' | 'reason' | 'content'
> {
  movement_id: number
  corrects: string | null
  facts: DealFacts
  now: Date
}

/** Makes a document. Never `on conflict do nothing`, which would leave a gap in the numbers: the database refuses it. */
export const insertDocument = (tx: Tx, made: NewDocument): Promise<{ id: string }> =>
  oneRow<{ id: string }>(
    tx,
    sql`insert into documents (kind, issued_on, created_at, movement_id, payment_id, project_id, project_title,
        party_id, other_id, currency, total, corrects, reason, content)
      values (${made.kind}, ${made.now.toISOString().slice(0, 10)}, ${made.now}, ${made.movement_id}, ${made.payment_id},
        ${made.facts.project_id}, ${made.facts.project_title}, ${made.party_id}, ${made.other_id},
        ${made.facts.currency}, ${made.total}, ${made.corrects}, ${made.reason}, ${JSON.stringify(made.content)}::jsonb)
      returning id`,
  )
