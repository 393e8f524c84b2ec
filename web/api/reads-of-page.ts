import type { QueryClient } from '@tanstack/react-query'
import type { PageReader } from '#contract/pages.ts'
import type { Brought, BroughtAnswer, FirstRead } from '#contract/personal-pages.ts'
import { takeAnswer } from './brought.ts'

/** What a page asked for while it was rendered (decision 0117). */
export interface ReadsOfPage {
  /**
   * Ends the rendering: the answers that came meanwhile, and whether something was shown without an answer that came later.
   */
  end(): { came: readonly BroughtAnswer[]; isBehind: boolean }
  /** Makes the screens of this page wait for what they read. */
  serve(queries: QueryClient): void
}

/** Only the server has any. */
const known = new WeakMap<Brought, ReadsOfPage>()

/** Makes the queries of a page that is rendered now. */
export const serveReads = (queries: QueryClient, page: Brought): void =>
  known.get(page)?.serve(queries)

/**
 * From now on a screen of this page that asks for something that did not come along waits for it in its place, while the
 * rest is rendered. What `read` has no answer to is shown as being loaded, and read by the app.
 */
export function readsOf(page: Brought, read: PageReader): ReadsOfPage {
  const came: BroughtAnswer[] = []
  /** By the query's hash. */
  const asked = new Map<string, Promise<void>>()
  const unanswered = new Set<string>()
  const shownWithout = new Set<string>()
  let clients: QueryClient[] = []
  /** The cache asks for the same defaults as a screen. */
  let isTaking = false

  function take(queries: QueryClient, answer: BroughtAnswer) {
    isTaking = true
    takeAnswer(queries, answer)
    isTaking = false
  }

  async function answerTo(hash: string, asks: FirstRead): Promise<void> {
    // Nothing may be waited for twice.
    const answer = await read(asks).catch(() => null)
    if (answer === null) return void unanswered.add(hash)
    came.push(answer)
    for (const queries of clients) take(queries, answer)
    // Of a query that is named otherwise than the call nothing came: to wait again would be to wait forever.
    const taken = clients.at(-1)?.getQueryCache().get(hash)?.state.status
    if (taken === undefined || taken === 'pending') unanswered.add(hash)
  }

  const reads: ReadsOfPage = {
    serve(queries) {
      clients.push(queries)
      // React renders from further up again than from what waits.
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
        // React renders the component again once it is there.
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
