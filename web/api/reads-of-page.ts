import type { QueryClient } from '@tanstack/react-query'
import type { PageReader } from '#contract/pages.ts'
import type { Brought, BroughtAnswer, FirstRead } from '#contract/personal-pages.ts'
import { takeAnswer } from './brought.ts'

/** What a page requested while it was rendered (decision 0117). */
export interface ReadsOfPage {
  /**
   * Ends the rendering. Returns the responses that arrived during it, and whether something was rendered without a
   * response that arrived later.
   */
  end(): { came: readonly BroughtAnswer[]; isBehind: boolean }
  /** Makes the screens of this page wait for their reads. */
  serve(queries: QueryClient): void
}

/** Filled only on the server. */
const known = new WeakMap<Brought, ReadsOfPage>()

/** Serves the queries of a page that is being rendered. */
export const serveReads = (queries: QueryClient, page: Brought): void =>
  known.get(page)?.serve(queries)

/**
 * From now on a screen of this page that requests something not yet available suspends in its place, while the rest is
 * rendered. What `read` has no response to is rendered as loading, and fetched by the app.
 */
export function readsOf(page: Brought, read: PageReader): ReadsOfPage {
  const came: BroughtAnswer[] = []
  /** Keyed by the query's hash. */
  const asked = new Map<string, Promise<void>>()
  const unanswered = new Set<string>()
  const shownWithout = new Set<string>()
  let clients: QueryClient[] = []
  /** True while responses are put into the cache, which calls the same defaults as a screen. */
  let isTaking = false

  function take(queries: QueryClient, answer: BroughtAnswer) {
    isTaking = true
    takeAnswer(queries, answer)
    isTaking = false
  }

  async function answerTo(hash: string, asks: FirstRead): Promise<void> {
    // Nothing may be awaited twice.
    const answer = await read(asks).catch(() => null)
    if (answer === null) return void unanswered.add(hash)
    came.push(answer)
    for (const queries of clients) take(queries, answer)
    // A query whose key differs from the call's received nothing: waiting again would never end.
    const taken = clients.at(-1)?.getQueryCache().get(hash)?.state.status
    if (taken === undefined || taken === 'pending') unanswered.add(hash)
  }

  const reads: ReadsOfPage = {
    serve(queries) {
      clients.push(queries)
      // React renders again from further up than the suspended component.
      for (const answer of came) take(queries, answer)
      const defaulted = queries.defaultQueryOptions.bind(queries)
      queries.defaultQueryOptions = ((options: Parameters<typeof defaulted>[0]) => {
        const complete = defaulted(options)
        if (isTaking) return complete
        const { queryHash: hash, queryKey, enabled } = complete
        const query = queries.getQueryCache().get(hash)
        if ((query && query.state.status !== 'pending') || unanswered.has(hash)) return complete
        if (enabled === false) {
          shownWithout.add(hash)
          return complete
        }
        const [key, input] = queryKey as [FirstRead['key'], FirstRead['input']]
        const paged = 'initialPageParam' in options
        const waits =
          asked.get(hash) ??
          answerTo(hash, { key, ...(input && { input }), ...(paged && { paged }) })
        asked.set(hash, waits)
        // React renders the component again once the response has arrived.
        throw waits
      }) as typeof queries.defaultQueryOptions
    },
    end() {
      const isBehind = clients.some((queries) =>
        [...shownWithout].some(
          (hash) => queries.getQueryCache().get(hash)?.state.data !== undefined,
        ),
      )
      for (const queries of clients) queries.clear()
      clients = []
      return { came, isBehind }
    },
  }
  known.set(page, reads)
  return reads
}
