import type { Document, DocumentSummary } from '#contract/document-schemas.ts'
import { PRINTED_WORDS } from '#contract/document-words.ts'
import { documentNumber } from '#contract/documents.ts'
import { usdFromCents } from '#contract/money.ts'
import type {
  ListedRow,
  Neighbour,
  WholeDocument,
} from '#server/documents/record/document-store.ts'

/** A document in a list, with amounts in USD and its number as printed. */
export const presentSummary = (row: ListedRow): DocumentSummary => ({
  id: row.id,
  number: documentNumber(row.series, row.year, row.number),
  kind: row.kind,
  issued_on: row.issued_on,
  created_at: row.created_at,
  project_id: row.project_id,
  project_title: row.project_title,
  period:
    row.period_start === null || row.period_end === null
      ? null
      : { from: row.period_start, to: row.period_end },
  reason: row.reason,
  total: usdFromCents(row.total),
})

/** A whole document, in its JSON form. */
export function presentDocument(row: WholeDocument): Document {
  const { issuer, recipient, supplier, notes, payment_method, lines, table, tax } = row.content
  return {
    ...presentSummary(row),
    currency: row.currency,
    payment_id: row.payment_id,
    issuer,
    recipient,
    supplier,
    lines: lines.map(({ text, cents }) => ({ text, amount: usdFromCents(cents) })),
    table:
      table === undefined
        ? null
        : {
            columns: [...table.columns],
            rows: table.rows.map(({ day, text, cents }) => ({
              day,
              text,
              amounts: cents.map(usd),
            })),
            totals: table.totals.map(usd),
          },
    tax:
      tax === undefined
        ? null
        : {
            kind: tax.kind,
            name: tax.name,
            percent: tax.bps / 100,
            net: usdFromCents(tax.net),
            amount: usdFromCents(tax.amount),
          },
    total_label: row.content.total_label ?? PRINTED_WORDS.total,
    notes,
    payment_method,
    corrects: row.corrects === null ? null : named(row.corrects),
    corrected_by: row.corrected_by.map((note) => ({
      ...named(note),
      total: usdFromCents(note.total),
    })),
  }
}

/** A cell of a table, in USD. */
const usd = (cents: number | null): number | null => (cents === null ? null : usdFromCents(cents))

const named = ({ id, series, year, number }: Neighbour) => ({
  id,
  number: documentNumber(series, year, number),
})
