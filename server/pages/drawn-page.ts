import { hash } from 'node:crypto'
import { DRAWN_PAGES, type DrawnPageName, KNOWN_DATA_ID, type KnownData } from '#contract/pages.ts'
import type { DrawPage } from './draw-page.ts'
import type { HtmlPage } from './html-answer.ts'
import { jsonForHtml, type PageHead } from './page-head.ts'
import { createPageMemory } from './page-memory.ts'
import type { WebPages } from './web-pages.ts'

/** A page to render: its path, its head and what it shows. */
interface Wanted {
  name: DrawnPageName
  path: string
  head: PageHead
  known: KnownData
}

/** A page with its data; `mayDraw` is called when it is not cached. */
export type DrawnPage = (wanted: Wanted, mayDraw: () => boolean) => Promise<HtmlPage>

/**
 * Pages rendered with their data, so that the app hydrates without fetching it. They are cached by what they show, so a
 * change is visible immediately. A page that cannot or may not be rendered is the app's shell, but still comes with the
 * data.
 */
export function drawnPages(
  { shell, drawn: templates }: Pick<WebPages, 'shell' | 'drawn'>,
  draw: DrawPage,
): DrawnPage {
  const memory = createPageMemory()
  return async ({ name, path, head, known }, mayDraw) => {
    const data = jsonForHtml(known)
    const digest = hash('sha256', data, 'base64')
    const remembered = memory.recall(digest)
    if (remembered !== null) return remembered
    const script = `<script type="application/json" id="${KNOWN_DATA_ID}">${data}</script>`
    const template = templates[name]
    const drawn = template && mayDraw() ? await draw(path, known, template.styled) : null
    if (drawn === null || template === null) return shell(DRAWN_PAGES[name].page, head, script)
    const page = template.fill(head, drawn, script)
    memory.remember(digest, page)
    return page
  }
}
