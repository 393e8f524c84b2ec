import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteKey } from '#contract/api.ts'
import type { Answer, Input } from '#contract/schemas.ts'
import { call, type InputArgs } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'

/** How often the overview is polled while the console is open, in ms. */
const LOOK_MS = 30_000

/** The work that waits for an operator; fails with 404 for anyone else. */
export function useOverview() {
  return useQuery({ ...apiQuery('operator.overview'), refetchInterval: LOOK_MS })
}

/** The outcomes of deliveries to the webhook. */
export function useDeliveries() {
  return useQuery({ ...apiQuery('operator.webhook_deliveries'), refetchInterval: LOOK_MS })
}

/** Lists of the console, as pages of `rows`. */
type ListKey = {
  [K in RouteKey]: Answer<K> extends { rows: readonly { id: string }[]; next: string | null }
    ? Input<K> extends { query: { after?: string | undefined } }
      ? K
      : never
    : never
}[RouteKey]

type RowOf<K extends ListKey> =
  Answer<K> extends { rows: readonly (infer Row extends { id: string })[] } ? Row : never

/** Fetches a list of the console page by page; `params` selects the list. */
export const useConsoleList = <K extends ListKey>(
  key: K,
  query: Record<string, unknown>,
  params?: { id: string },
) =>
  usePages<K, RowOf<K>>({
    key,
    input: { query, ...(params && { params }) } as unknown as Partial<Input<K>>,
    rowsOf: (page) => (page as unknown as { rows: readonly RowOf<K>[] }).rows,
    nextOf: (page) => (page as unknown as { next: string | null }).next,
    options: { staleTime: 0 },
  })

/** What an operator may do. */
type ActKey = {
  [K in RouteKey]: K extends `operator.${string}`
    ? Answer<K> extends { changed: boolean }
      ? K
      : never
    : never
}[RouteKey]

/** Performs one act, then refetches everything the console shows. */
export function useAct<K extends ActKey>(key: K) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<K>) => call(key, ...([input] as unknown as InputArgs<K>)),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('operator.'),
      }),
  })
}
