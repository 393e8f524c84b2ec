import type { QueryClient, QueryState } from '@tanstack/react-query'
import type { Brought, BroughtAnswer } from '#contract/personal-pages.ts'
import { hasActedSince } from './changed-lately.ts'
import { errorFromAnswer } from './errors.ts'

/** How long after a page began to load what came with it counts as just read, in ms. */
const FRESH_FOR_MS = 10_000

/** As much of a query as is asked here. */
interface Asked {
  state: Pick<QueryState, 'dataUpdateCount' | 'fetchFailureCount' | 'isInvalidated'>
}

/** The queries of what came with the page. */
const brought = new WeakSet()

/** Puts what came with a page where its screen's reads are kept: answers, and failures of the server's own reads. */
export function takeBrought(queries: QueryClient, page: Brought): void {
  for (const answer of page.answers) takeAnswer(queries, answer)
}

/** The same of one answer. */
export function takeAnswer(
  queries: QueryClient,
  { key, input, paged, status, body }: BroughtAnswer,
): void {
  // A list that is not kept (SPEC §9) is kept until its screen has mounted. A server keeps nothing, and starts no timer.
  const kept = import.meta.env.SSR ? {} : { gcTime: FRESH_FOR_MS }
  const query = queries.getQueryCache().build(queries, { queryKey: [key, input], ...kept })
  brought.add(query)
  if (status === 200) query.setData(paged ? { pages: [body], pageParams: [undefined] } : body)
  else query.setState({ status: 'error', error: errorFromAnswer(status, body) })
}

/** Whether a query still holds what came with the page a moment ago: it is not read a second time then. */
export function isFresh(query: Asked): boolean {
  if (!brought.has(query) || query.state.dataUpdateCount !== 1 || query.state.isInvalidated)
    return false
  return import.meta.env.SSR || (performance.now() < FRESH_FOR_MS && !hasActedSince(0))
}

/** Whether a read failed at the server, and was not tried here yet: its notice is shown, with the way to try again. */
export const hasFailedThere = (query: Asked): boolean =>
  brought.has(query) && query.state.fetchFailureCount === 0
