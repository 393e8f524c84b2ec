import { Link } from 'react-router'
import type { ListedDocument } from '#contract/document-schemas.ts'
import { DOCUMENT_TITLES } from '#contract/document-words.ts'
import { DOCUMENT_KINDS } from '#contract/documents.ts'
import { formatUsd } from '#contract/money.ts'
import { aboutWords } from '#contract/statement-words.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { consolePaths } from './console-links.ts'
import type { Column } from './RecordTable.tsx'
import { useConsoleList } from './use-console.ts'

const filters: readonly Filter[] = [
  {
    label: 'Kind',
    name: 'kind',
    choices: DOCUMENT_KINDS.map((value) => ({ value, word: DOCUMENT_TITLES[value] })),
  },
]

const columns: readonly Column<ListedDocument>[] = [
  {
    name: 'Document',
    kind: 'wide',
    cell: ({ id, number, kind }) => (
      <>
        <Link className={styles.name} to={consolePaths.document(id)}>
          {number}
        </Link>
        <span className={styles.sub}>{DOCUMENT_TITLES[kind]}</span>
      </>
    ),
  },
  {
    name: 'For',
    kind: 'person',
    cell: ({ party }) => (
      <Link className={styles.name} to={consolePaths.person(party.id)}>
        {party.name}
      </Link>
    ),
  },
  {
    name: 'About',
    cell: ({ payment_id, ...row }) =>
      payment_id === null ? (
        aboutWords(row)
      ) : (
        <Link className={styles.name} to={consolePaths.payment(payment_id)}>
          {aboutWords(row)}
        </Link>
      ),
  },
  { name: 'Date', cell: ({ issued_on }) => <Time value={issued_on} /> },
  {
    name: 'Total',
    kind: 'number',
    cell: ({ kind, total }) => formatUsd(kind === 'credit_note' ? -total : total),
  },
]

/** Every document, newest first, searchable by its number or by an id. */
export function DocumentsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.documents', {
    q: search.asked,
    kind: search.choice('kind', DOCUMENT_KINDS),
  })
  return (
    <ConsoleList
      title="Documents"
      text="Receipts, proofs of purchase, fee invoices, credit notes, statements and summaries, newest first."
      search={search}
      searchFor="Number, payment or person id"
      filters={filters}
      list={list}
      columns={columns}
      empty={{ title: 'No documents yet', text: 'They appear when money is held.' }}
    />
  )
}
