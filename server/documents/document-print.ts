import type { Document } from '#contract/document-schemas.ts'
import { DOCUMENT_TITLES, PRINTED_WORDS as words } from '#contract/document-words.ts'
import { formatUsd } from '#contract/money.ts'
import { dayWords } from '#contract/notice.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import { taxLines } from '#contract/tax-words.ts'
import { periodWords } from '#contract/statement-words.ts'
import type { PdfDocument } from '#server/pdf/pdf-document.ts'
import { documentSignature } from '#server/signatures/document-signature.ts'
import { presentDocument } from './document-presenter.ts'
import { keepPdf, pdfOf } from '#server/documents/record/document-file-store.ts'
import { documentById } from '#server/documents/record/document-store.ts'

/**
 * The job: renders a document's PDF and stores it. Idempotent: the same document and certificate give the same bytes.
 */
export async function printDocument(deps: Deps, id: string): Promise<void> {
  const document = await documentById(deps.pool, id)
  if (document === null || (await pdfOf(deps.pool, id)) !== null) return
  const drawn = printed(presentDocument(document), deps.config.publicUrl)
  const pdf = await makePdf({ ...drawn, signature: await documentSignature(deps) })
  await keepPdf(deps.pool, id, pdf)
}

/**
 * Returns a document's PDF; null while a job renders it, which this call enqueues. Rendered only on request, because
 * few are ever printed.
 */
export async function documentPdf(deps: Deps, id: string): Promise<Buffer | null> {
  const kept = await pdfOf(deps.pool, id)
  if (kept === null)
    await inTransaction(deps.pool, (tx) =>
      enqueue(tx, 'documents.print', { document_id: id }, { key: `documents.print:${id}` }),
    )
  return kept
}

/** What is printed: the same words and amounts as on screen, with the JSON form embedded as a file. */
export function printed(document: Document, site: string): PdfDocument {
  const { kind, number, issued_on: day, issuer, lines, notes, table } = document
  const sign = kind === 'credit_note' ? -1 : 1
  return {
    title: `${DOCUMENT_TITLES[kind]} ${number}`,
    issuer: issuer.name,
    kind: number,
    date: `${day}T00:00:00.000Z`,
    footer: site,
    blocks: [
      { kind: 'title', text: DOCUMENT_TITLES[kind], below: `${number} · ${dayWords(day)}` },
      { kind: 'facts', rows: factsOf(document) },
      {
        kind: 'table',
        columns: [
          { title: words.line, width: 4 },
          { title: words.amount, width: 1, align: 'end' },
        ],
        rows: lines.map(({ text, amount }) => [text, formatUsd(sign * amount)]),
        totals: [
          ...taxLines(document.tax).map(([text, usd]) => [text, formatUsd(sign * usd)]),
          [document.total_label, formatUsd(sign * document.total)],
        ],
      },
      ...(table === null ? [] : [detailsOf(table)]),
      ...notes.map((text) => ({ kind: 'text' as const, text, tone: 'muted' as const })),
    ],
    attachments: [
      {
        name: `${number}.json`,
        type: 'application/json',
        description: words.data,
        text: `${JSON.stringify({ ...document, corrected_by: [] }, null, 2)}\n`,
      },
    ],
  }
}

/** The parts of a statement or summary. */
function detailsOf({
  columns,
  rows,
  totals,
}: NonNullable<Document['table']>): PdfDocument['blocks'][number] {
  const amount = (usd: number | null): string => (usd === null ? '' : formatUsd(usd))
  const hasDays = rows.some(({ day }) => day !== null)
  return {
    kind: 'table',
    columns: [
      ...(hasDays ? [{ title: words.day, width: 1.3 }] : []),
      { title: words.line, width: 3 },
      ...columns.map((title) => ({ title, width: 1.3, align: 'end' as const })),
    ],
    rows: rows.map(({ day, text, amounts }) => [
      ...(hasDays ? [dayWords(day)] : []),
      text,
      ...amounts.map(amount),
    ]),
    totals: [[...(hasDays ? [''] : []), words.total, ...totals.map(amount)]],
  }
}

function factsOf(document: Document): [string, string][] {
  const { issuer, recipient, supplier, corrects, payment_method: paidWith } = document
  const named = (who: Document['issuer']) => [who.name, ...who.address].join('\n')
  return [
    [words.issuer, named(issuer)],
    [words.recipient, named(recipient)],
    ...(supplier === null ? [] : [[words.supplier, named(supplier)] as [string, string]]),
    ...(document.project_title === null
      ? []
      : [[words.project, document.project_title] as [string, string]]),
    ...(document.period === null
      ? []
      : [[words.period, periodWords(document.period)] as [string, string]]),
    ...(paidWith === null ? [] : [[words.paidWith, paidWith] as [string, string]]),
    ...(corrects === null ? [] : [[words.corrects, corrects.number] as [string, string]]),
  ]
}
