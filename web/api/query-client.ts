import { onlineManager, type QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { RouteKey } from '#contract/api.ts'
import type { Brought } from '#contract/personal-pages.ts'
import { isLost, subscribeToReach } from '#web/connection/reach.ts'
import { hasFailedThere, isFresh, takeBrought } from './brought.ts'
import { serveReads } from './reads-of-page.ts'
import { mayPass } from './errors.ts'
import { callWith, type InputArgs } from './client.ts'

/** SPEC §9: three retries, exponential back-off from 1 s, capped at 30 s. */
const RETRIES = 3
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

/** SPEC §9: how long responses stay fresh. Spread into a query: `{ ...apiQuery(…), ...caching.applications }`. */
export const caching = {
  /** Project data: not cached, fetched on every mount. */
  project: {
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: (query: Parameters<typeof isFresh>[0]) => (isFresh(query) ? false : 'always'),
  },
  /** Application lists: 30 s fresh, kept 5 minutes. */
  applications: { staleTime: 30_000, gcTime: 300_000 },
  /** The accepted application: no cache. */
  acceptedApplication: { staleTime: 0, gcTime: 0 },
} as const

/** Whether a failed query is retried: what the server refused (4xx) is not. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && mayPass(error)
}

/** The pause before the next retry, in ms. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS)
}

// Reads pause while the connection is lost and resume when it is back; the browser's own event is not enough.
onlineManager.setEventListener((setOnline) => subscribeToReach(() => setOnline(!isLost())))

/**
 * A query client with the product's defaults and the data that came with the page; one per window, one per rendered
 * page.
 */
export function createQueryClient(brought?: Brought): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay,
        refetchOnMount: (query) => !isFresh(query),
        retryOnMount: (query) => !hasFailedThere(query),
      },
      // Without a connection a mutation fails immediately and reports it, instead of running at some later time.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  letFailuresStand(queries.getQueryCache())
  if (brought) takeBrought(queries, brought)
  if (import.meta.env.SSR && brought) serveReads(queries, brought)
  return queries
}

/**
 * Keeps the failure of a read that has no data while the read is repeated, for example because someone came back to the
 * window. The library forgets the error at once, and the notice about it would disappear for a moment, with the focus
 * in it. Once nothing shows the read, its failure is forgotten.
 */
function letFailuresStand(reads: QueryCache): void {
  const failures = new WeakMap<object, Error>()
  reads.subscribe((event) => {
    const { query } = event
    if (event.type === 'observerRemoved' && query.getObserversCount() === 0) failures.delete(query)
    if (event.type !== 'updated') return
    const stands = failures.get(query)
    if (event.action.type !== 'fetch') {
      if (query.state.error) failures.set(query, query.state.error)
      else failures.delete(query)
    } else if (stands && !query.state.error) query.setState({ status: 'error', error: stands })
  })
}

/** The options of a read: `useQuery(apiQuery('projects.get', { params: { id } }))`. Its key is `[routeKey, input]`. */
export function apiQuery<K extends RouteKey>(key: K, ...input: InputArgs<K>) {
  return queryOptions({
    queryKey: [key, input[0]] as const,
    queryFn: ({ signal }) => callWith(key, input[0], signal),
  })
}
