import { z } from 'zod'
import { after, id, idParams, lenient, listQuery, searchText, timestamp } from './field-schemas.ts'
import { CREDIT_REASONS, DOCUMENT_KINDS } from './documents.ts'
import { TAX_KINDS } from './tax.ts'
import { OPERATOR_LIMITS } from './operator.ts'

/** Someone named on a document, with their name at the time it was made. */
const named = z.object({
  name: z.string(),
  /** Lines of an address; empty where none was given. */
  address: z.array(z.string()),
})

const summary = z.object({
  id,
  /** "R-2026-000042". */
  number: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** 'YYYY-MM-DD', UTC. */
  issued_on: z.string(),
  created_at: timestamp,
  /** Null, like the project's title, for a document about a period or a payout. */
  project_id: id.nullable(),
  project_title: z.string().nullable(),
  /** The first and the last day, 'YYYY-MM-DD', UTC, for a document about a month or a year. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** The reason for a credit note. */
  reason: z.enum(CREDIT_REASONS).nullable(),
  /**
   * USD, tax included; the amount of a credit note is positive, too. For a statement the amount that was sent, for a
   * year the amount bought or earned, less what was returned.
   */
  total: z.number(),
})

const document = summary.extend({
  currency: z.string(),
  payment_id: id.nullable(),
  /** Who issued it, to whom it is addressed, and, for a purchase, the seller. */
  issuer: named,
  recipient: named,
  supplier: named.nullable(),
  /** They add up to the total. */
  lines: z.array(z.object({ text: z.string(), amount: z.number() })),
  /**
   * The lines of a statement or summary, day by day or month by month: one amount per column, null where there is none.
   */
  table: z
    .object({
      columns: z.array(z.string()),
      rows: z.array(
        z.object({
          day: z.string().nullable(),
          text: z.string(),
          amounts: z.array(z.number().nullable()),
        }),
      ),
      totals: z.array(z.number().nullable()),
    })
    .nullable(),
  /** The tax included in the total, for a fee invoice and its corrections; null where tax is not mentioned. */
  tax: z
    .object({
      kind: z.enum(TAX_KINDS),
      /** "VAT". */
      name: z.string(),
      percent: z.number(),
      net: z.number(),
      amount: z.number(),
    })
    .nullable(),
  /** The label of the total. */
  total_label: z.string(),
  notes: z.array(z.string()),
  /** How it was paid: "Visa ending 4242". */
  payment_method: z.string().nullable(),
  /** The document that this one reverses, wholly or in part. */
  corrects: z.object({ id, number: z.string() }).nullable(),
  /** The credit notes that reverse this one, oldest first. */
  corrected_by: z.array(z.object({ id, number: z.string(), total: z.number() })),
})

const listedForOperator = summary.extend({
  party: z.object({ id, name: z.string() }),
  payment_id: id.nullable(),
})

export const documentSchemas = {
  /** The reader's own, newest first. */
  'documents.list': { query: listQuery, answer: z.array(summary) },
  /** For anyone it is addressed to or names; 404 for anyone else. */
  'documents.get': { params: idParams, answer: document },
  /** Its PDF in Base64; null while it is being made, which the first call starts: request it again. */
  'documents.pdf': { params: idParams, answer: z.object({ pdf: z.string().nullable() }) },
  /** Everyone's, newest first; `q` is a number, or the id of a person or payment. */
  'operator.documents': {
    query: z.object({
      q: searchText(OPERATOR_LIMITS.search),
      kind: lenient(z.enum(DOCUMENT_KINDS)),
      after,
    }),
    answer: z.object({ rows: z.array(listedForOperator), next: z.string().nullable() }),
  },
  'operator.document': { params: idParams, answer: document },
} as const

export type DocumentSummary = z.infer<typeof summary>
export type Document = z.infer<typeof document>
export type ListedDocument = z.infer<typeof listedForOperator>
