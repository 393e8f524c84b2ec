import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { apiQuery } from '#web/api/query-client.ts'
import { DocumentSheet } from '#web/documents/DocumentSheet.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { usePageHead } from '#web/page/head.ts'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'

/** One document, as its readers see it. */
export function DocumentScreen() {
  const { id = '' } = useParams()
  const query = useQuery(apiQuery('operator.document', { params: { id } }))
  usePageHead({ title: query.data?.number ?? 'Document' })
  return (
    <Loaded query={query} pending={<Loading />}>
      {(document) => (
        <>
          <Link className={`link ${styles.crumb}`} to={consolePaths.documents}>
            <ChevronLeft size={16} aria-hidden="true" />
            Documents
          </Link>
          <div className={styles.document}>
            <DocumentSheet document={document} pathOf={consolePaths.document} />
          </div>
        </>
      )}
    </Loaded>
  )
}
