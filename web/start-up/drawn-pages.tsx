import type { PageRenderer } from '#contract/pages.ts'
import { pageFacts } from '#web/page/page-facts.ts'
import { render } from './render.tsx'

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
