import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import type { DocumentSummary } from '#contract/document-schemas.ts'
import { DOCUMENT_TITLES } from '#contract/document-words.ts'
import { formatUsd } from '#contract/money.ts'
import { statementPageWords as statement } from '#contract/statement-page-words.ts'
import { aboutWords } from '#contract/statement-words.ts'
import { paths } from '#contract/paths.ts'
import { taxWords } from '#contract/tax-words.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Document.module.css'
import { documentPageWords as words } from './document-page-words.ts'

/** A person's documents, newest first. */
export function DocumentsCard({ side }: { side: 'seller' | 'creator' }) {
  const documents = usePagesOfRows('documents.list', { options: { staleTime: 0 } })
  return (
    <>
      <nav className={`sm ${styles.below}`} aria-label={words.below}>
        <a className="link" href="#statement">
          {statement.card}
        </a>
        <a className="link" href="#forecast">
          {statement.forecast}
        </a>
        <a className="link" href="#tax">
          {taxWords.card}
        </a>
      </nav>
      <section className="card pad" aria-label={words.card}>
        <LoadedList
          query={documents}
          pending={
            <SkeletonGroup>
              <Skeleton height={56} />
            </SkeletonGroup>
          }
          failed={() => words.failed}
          empty={<EmptyState icon={FileText} title={words.none} text={words.noneFor[side]} />}
        >
          {(rows) => (
            <>
              <ul>
                {rows.map((row) => (
                  <DocumentLine key={row.id} document={row} />
                ))}
              </ul>
              <MoreRows query={documents} />
            </>
          )}
        </LoadedList>
      </section>
    </>
  )
}

function DocumentLine({ document }: { document: DocumentSummary }) {
  const { id, kind, number, issued_on: day, total } = document
  return (
    <li className={styles.row}>
      <div className="grow">
        <Link className="strong" to={paths.document(id)}>
          {DOCUMENT_TITLES[kind]} <span className={styles.number}>{number}</span>
        </Link>
        <div className="meta">
          <span>{aboutWords(document)}</span>
          <Time value={day} />
        </div>
      </div>
      <div className={`num strong ${styles.amount}`}>
        {formatUsd(kind === 'credit_note' ? -total : total)}
      </div>
    </li>
  )
}
