import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'

/** The number of brands whose lists include the reader; renders nothing while it is too small to be shown. */
export function ListedBy() {
  const { data } = useQuery(apiQuery('lists.mine'))
  return data?.brands == null ? null : (
    <p className="sm muted">On the lists of {data.brands} brands.</p>
  )
}
