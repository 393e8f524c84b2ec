import type { PageRenderer } from '#contract/pages.ts'
import { pageFacts } from '#web/page/page-facts.ts'
import { reviewWords } from '#contract/review-words.ts'
import { readClocksBy } from '#web/ui/dates.ts'
import { render, renderWhole } from './render.tsx'

export { readClocksBy }

/** Bundled for the server, which renders pages with their data by it (server/pages/draw-page.ts). */
export const renderDrawn: PageRenderer['renderDrawn'] = async (
  path,
  known,
  origin,
  socialLinks,
) => {
  const { markup, preloads } = await render(path, pageFacts(origin, { socialLinks }, known))
  return { markup, preloads }
}

/** The same of a page for its reader. Parts of it that load later in the browser are waited for. */
export const renderPersonal: PageRenderer['renderPersonal'] = async (path, brought, site) => {
  const { origin, reviewOutcome, ...configured } = site
  const facts = pageFacts(origin, { ...configured, words: reviewWords(reviewOutcome) }, { brought })
  const { markup, preloads } = await renderWhole(path, facts)
  return { markup, preloads }
}
