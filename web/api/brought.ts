import type { QueryClient, QueryState } from '@tanstack/react-query'
import type { Brought, BroughtAnswer } from '#contract/personal-pages.ts'
import { hasActedSince } from './changed-lately.ts'
import { errorFromAnswer } from './errors.ts'

/** How long after the page began to load its embedded data counts as just read, in ms. */
const FRESH_FOR_MS = 10_000

/** The part of a query that is needed here. */
interface Asked {
  state: Pick<QueryState, 'dataUpdateCount' | 'fetchFailureCount' | 'isInvalidated'>
}

/** The queries that were filled with data embedded in the page. */
const brought = new WeakSet()

/** Puts the data embedded in a page into the query cache: responses, and failures of the server's own reads. */
export function takeBrought(queries: QueryClient, page: Brought): void {
  for (const answer of page.answers) takeAnswer(queries, answer)
}

/** Does the same for one response. */
export function takeAnswer(
  queries: QueryClient,
  { key, input, paged, status, body }: BroughtAnswer,
): void {
  // A list that is not cached (SPEC §9) is kept until its screen has mounted. A server caches nothing and starts no
  // timer.
  const kept = import.meta.env.SSR ? {} : { gcTime: FRESH_FOR_MS }
  const query = queries.getQueryCache().build(queries, { queryKey: [key, input], ...kept })
  brought.add(query)
  if (status === 200) query.setData(paged ? { pages: [body], pageParams: [undefined] } : body)
  else query.setState({ status: 'error', error: errorFromAnswer(status, body) })
}

/** Whether a query was filled with data that came with the page. */
export const cameWithPage = (query: object): boolean => brought.has(query)

/** Whether a query still holds what came with the page a moment ago: it is then not fetched a second time. */
export function isFresh(query: Asked): boolean {
  if (!brought.has(query) || query.state.dataUpdateCount !== 1 || query.state.isInvalidated)
    return false
  return import.meta.env.SSR || (performance.now() < FRESH_FOR_MS && !hasActedSince(0))
}

/**
 * Whether a read failed at the server and has not been tried here yet: its notice is shown, with a way to try again.
 */
export const hasFailedThere = (query: Asked): boolean =>
  brought.has(query) && query.state.fetchFailureCount === 0
