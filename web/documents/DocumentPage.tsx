import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { PageByLink } from '#web/loading/PageByLink.tsx'
import { usePageHead } from '#web/page/head.ts'
import styles from './Document.module.css'
import { DocumentSheet } from './DocumentSheet.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { documentPageWords as words } from './document-page-words.ts'

/** One document as it is printed, for the people it is addressed to or names. */
export function DocumentPage() {
  const { id = '' } = useParams()
  const query = useQuery(apiQuery('documents.get', { params: { id } }))
  usePageHead({ title: query.data?.number ?? words.page })
  return (
    <PageByLink query={query} words={words} heading={words.page}>
      {(document) => (
        <div className={`page wrap ${styles.page}`}>
          <BackLink to={paths.documents}>{words.back}</BackLink>
          <DocumentSheet document={document} pathOf={paths.document} savesPdf />
        </div>
      )}
    </PageByLink>
  )
}
