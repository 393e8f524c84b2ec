import { type DocumentKind, readDocumentNumber } from '#contract/documents.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql, type Statement, unprepared } from '#server/db/sql.ts'
import { cursorTime, pageLimit, typedFor } from '#server/operator/acts/operator-pages.ts'
import { type ListedRow, listColumns } from './document-store.ts'

/** A document as listed in the console. */
export type ConsoleRow = ListedRow & { party_name: string }

export interface DocumentsSearch {
  q?: string | undefined
  kind?: DocumentKind | undefined
  after?: string | undefined
}

/**
 * Returns a page of everyone's documents, newest first, plus one row. `q` is a whole number, or the id of a document, a
 * payment, a project or a person; anything else finds nothing.
 */
export function documentsStatement({ q, kind, after }: DocumentsSearch): Statement {
  const { time, id } = cursorTime(after)
  return unprepared(sql`select ${listColumns}, coalesce(party.company_name, party.name) as party_name
    from documents join profiles party on party.id = documents.party_id
    where (documents.created_at, documents.id) < (${time}::timestamptz, ${id}::uuid)
      and ${kind === undefined ? raw('true') : sql`documents.kind = ${kind}`} and ${typed(q)}
    order by documents.created_at desc, documents.id desc limit ${pageLimit}`)
}

function typed(q: string | undefined) {
  const { id, words } = typedFor(q)
  if (id !== null)
    return sql`documents.id in (select id from documents where id = ${id} union all
      select id from documents where payment_id = ${id} union all
      select id from documents where party_id = ${id} union all
      select id from documents where other_id = ${id})`
  if (words === null) return raw('true')
  const number = readDocumentNumber(words)
  if (number === null) return raw('false')
  return sql`(documents.series, documents.year, documents.number) = (${number.series}, ${number.year}, ${number.number})`
}

export const findDocuments = (db: Queryable, search: DocumentsSearch): Promise<ConsoleRow[]> =>
  rows<ConsoleRow>(db, documentsStatement(search))
