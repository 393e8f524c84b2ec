import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { apiQuery } from '#web/api/query-client.ts'
import { DocumentSheet } from '#web/documents/DocumentSheet.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { usePageHead } from '#web/page/head.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
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
          <BackLink to={consolePaths.documents}>Documents</BackLink>
          <div className={styles.document}>
            <DocumentSheet document={document} pathOf={consolePaths.document} />
          </div>
        </>
      )}
    </Loaded>
  )
}
