import type { PageRenderer } from '#contract/pages.ts'
import { readsOf } from '#web/api/reads-of-page.ts'
import { pageFacts } from '#web/page/page-facts.ts'
import { reviewWords } from '#contract/review-words.ts'
import { readClocksBy } from '#web/ui/dates.ts'
import { render, renderWhole } from './render.tsx'

export { readClocksBy }

/** Bundled for the server, which uses it to render pages with their data (server/pages/draw-page.ts). */
export const renderDrawn: PageRenderer['renderDrawn'] = async (
  path,
  known,
  origin,
  socialLinks,
) => {
  const { markup, preloads } = await render(path, pageFacts(origin, { socialLinks }, known))
  return { markup, preloads }
}

/** The kinds of pages, by the first part of their address, whose last render had to wait for something. */
const waiting = new Set<string>()
const FIRST_PART = /^\/[^/?]*/

/** The maximum number of times a page is rendered, while parts were shown without a response that came later. */
const MOST_TURNS = 3

/**
 * Renders a page for its reader in the same way. Waits for parts that load later in the browser, and for the data they
 * read.
 */
export const renderPersonal: PageRenderer['renderPersonal'] = async (path, brought, site, read) => {
  const { origin, reviewOutcome, ...configured } = site
  const words = reviewWords(reviewOutcome)
  const kind = FIRST_PART.exec(path)?.[0] ?? ''
  let page = { ...brought }
  for (let turn = 1; ; turn += 1) {
    const reads = readsOf(page, read)
    const facts = pageFacts(origin, { ...configured, words }, { brought: page })
    let ended: ReturnType<typeof reads.end>
    try {
      const { markup, preloads, loaders } = await renderWhole(path, facts, waiting.has(kind))
      ended = reads.end()
      if (ended.came.length > 0) waiting.add(kind)
      else waiting.delete(kind)
      if (!ended.isBehind || turn === MOST_TURNS) {
        const parts = loaders.flatMap((load) => FILE.exec(String(load))?.[1] ?? [])
        return { markup: LEADS_ON.test(markup) ? '' : markup, preloads, parts }
      }
    } catch (error) {
      reads.end()
      throw error
    }
    page = { ...page, answers: [...page.answers, ...ended.came] }
  }
}

/** The file of a part, as its loader imports it. */
const FILE = /import\(["'`].*?([^/"'`]+)["'`]\)/
/** A screen that redirects to another page renders nothing. */
const LEADS_ON = /<main [^>]*><\/main>/
