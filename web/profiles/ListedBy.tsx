import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'

/** On how many brands' lists the reader is; nothing while those are too few to be shown. */
export function ListedBy() {
  const { data } = useQuery(apiQuery('lists.mine'))
  return data?.brands == null ? null : (
    <p className="sm muted">On the lists of {data.brands} brands.</p>
  )
}
