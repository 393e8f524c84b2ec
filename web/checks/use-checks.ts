import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'

/** A delivery, as far as its checks go. */
interface Checked {
  id: string
  brief_version: number | null
}

export const checksQuery = (id: string) => apiQuery('checks.of_delivery', { params: { id } })

/** The checks of a delivery; nothing is asked of one without a brief. */
export const useChecks = ({ id, brief_version }: Checked) =>
  useQuery({ ...checksQuery(id), enabled: brief_version !== null, staleTime: 0 })

/** The checks that become changes with the next revision request. */
export const useRefused = (delivery: Checked) =>
  (useChecks(delivery).data?.checks ?? []).flatMap(({ check_id, text, holds, note }) =>
    holds === false && note !== null ? [{ check_id, text, note }] : [],
  )
