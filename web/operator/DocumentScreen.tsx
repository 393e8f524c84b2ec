import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { apiQuery } from '#web/api/query-client.ts'
import { DocumentSheet } from '#web/documents/DocumentSheet.tsx'
import { usePageHead } from '#web/page/head.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { LoadedRecord } from './LoadedRecord.tsx'

const BACK = <BackLink to={consolePaths.documents}>Documents</BackLink>

/** One document, as its readers see it. */
export function DocumentScreen() {
  const { id = '' } = useParams()
  const query = useQuery(apiQuery('operator.document', { params: { id } }))
  usePageHead({ title: query.data?.number ?? 'Document' })
  return (
    <LoadedRecord query={query} title="Document" back={BACK}>
      {(document) => (
        <>
          {BACK}
          <div className={styles.document}>
            <DocumentSheet document={document} pathOf={consolePaths.document} />
          </div>
        </>
      )}
    </LoadedRecord>
  )
}
