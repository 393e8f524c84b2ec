import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import type { Document } from '#contract/document-schemas.ts'
import { DOCUMENT_TITLES, PRINTED_WORDS as words } from '#contract/document-words.ts'
import { REFUND_TIMES_LINE } from '#contract/refund-times.ts'
import { periodWords } from '#contract/statement-words.ts'
import { taxLines } from '#contract/tax-words.ts'
import { formatUsd } from '#contract/money.ts'
import { RefundTimes } from '#web/statements/RefundTimes.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Document.module.css'
import { documentPageWords as says } from './document-page-words.ts'
import { SavePdf } from './SavePdf.tsx'
import { saveFile } from './save-file.ts'

interface Props {
  document: Document
  /** The page of the related document: one's own, or the console's. */
  pathOf: (id: string) => string
  /** Whether its PDF is offered: to the people it is addressed to or names. */
  savesPdf?: boolean
}

/** A document on screen and on paper: the same words as its JSON. */
export function DocumentSheet({ document, pathOf, savesPdf = false }: Props) {
  const { kind, number, issued_on: day, lines, total, notes, corrected_by: corrections } = document
  return (
    <>
      {corrections.map((note) => (
        <Notice
          key={note.id}
          tone="info"
          title={says.correctedBy(note.number, formatUsd(note.total))}
          actions={
            <Link className="link" to={pathOf(note.id)}>
              {says.openCorrection}
            </Link>
          }
        />
      ))}
      <article className={`card ${styles.sheet}`}>
        <header className={styles.head}>
          <div>
            <h1>{DOCUMENT_TITLES[kind]}</h1>
            <p className={`muted ${styles.number}`}>{number}</p>
          </div>
          <Time value={day} />
        </header>
        <Parties document={document} pathOf={pathOf} />
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              <th scope="col" className="num">
                {words.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ text, amount }) => (
              <tr key={text}>
                <td>{text}</td>
                <td className="num">{signed(kind, amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {taxLines(document.tax).map(([text, usd]) => (
              <tr key={text} className={styles.included}>
                <td>{text}</td>
                <td className="num">{signed(kind, usd)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{document.total_label}</th>
              <td className="num">{signed(kind, total)}</td>
            </tr>
          </tfoot>
        </table>
        {document.table === null ? null : <Details table={document.table} />}
        {notes.map((note) =>
          note === REFUND_TIMES_LINE ? (
            <RefundTimes key={note} />
          ) : (
            <p key={note} className="muted">
              {note}
            </p>
          ),
        )}
      </article>
      <div className={styles.acts}>
        {savesPdf ? <SavePdf document={document} /> : null}
        <Button onClick={() => globalThis.print()}>
          <Printer size={16} aria-hidden="true" />
          {says.print}
        </Button>
        <Button onClick={() => saveAsJson(document)}>{says.json}</Button>
      </div>
    </>
  )
}

/** The lines of a statement or summary: days or months down, amounts across. Scrolls within itself on a phone. */
function Details({ table: { columns, rows, totals } }: { table: NonNullable<Document['table']> }) {
  const hasDays = rows.some(({ day }) => day !== null)
  const amount = (usd: number | null, at: number) => (
    <td key={columns[at]} className="num">
      {usd === null ? null : formatUsd(usd)}
    </td>
  )
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.details} role="region" aria-label={says.details} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {hasDays ? <th scope="col">{words.day}</th> : null}
            <th scope="col">{words.line}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="num">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, text, amounts }, at) => (
            <tr key={`${at}`}>
              {hasDays ? (
                <td className={styles.day}>{day === null ? null : <Time value={day} />}</td>
              ) : null}
              <td>{text}</td>
              {amounts.map(amount)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={hasDays ? 2 : 1}>
              {words.total}
            </th>
            {totals.map(amount)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The amounts that a credit note takes back. */
const signed = (kind: Document['kind'], usd: number): string =>
  formatUsd(kind === 'credit_note' ? -usd : usd)

function Parties({ document, pathOf }: Props) {
  const { issuer, recipient, supplier, corrects, payment_method: paidWith } = document
  return (
    <dl className="kv">
      <Named word={words.issuer} who={issuer} />
      <Named word={words.recipient} who={recipient} />
      {supplier === null ? null : <Named word={words.supplier} who={supplier} />}
      {document.project_title === null ? null : (
        <>
          <dt>{words.project}</dt>
          <dd>{document.project_title}</dd>
        </>
      )}
      {document.period === null ? null : (
        <>
          <dt>{words.period}</dt>
          <dd>{periodWords(document.period)}</dd>
        </>
      )}
      {paidWith === null ? null : (
        <>
          <dt>{words.paidWith}</dt>
          <dd>{paidWith}</dd>
        </>
      )}
      {corrects === null ? null : (
        <>
          <dt>{words.corrects}</dt>
          <dd>
            <Link className="link" to={pathOf(corrects.id)}>
              {corrects.number}
            </Link>
          </dd>
        </>
      )}
    </dl>
  )
}

function Named({ word, who }: { word: string; who: Document['issuer'] }) {
  return (
    <>
      <dt>{word}</dt>
      <dd>
        {who.name}
        {who.address.map((line) => (
          <span key={line} className={styles.address}>
            {line}
          </span>
        ))}
      </dd>
    </>
  )
}

/** The JSON form as a file, named by the document's number. */
const saveAsJson = (document: Document): void =>
  saveFile(
    new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' }),
    `${document.number}.json`,
  )
