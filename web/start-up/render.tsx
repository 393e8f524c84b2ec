import { type ReactNode, StrictMode, Suspense } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { HeadCollector, type PageHead } from '#web/page/head.ts'
import { type PageFacts, PageFactsContext } from '#web/page/page-facts.ts'
import { routes } from '#web/routes.tsx'
import { decodeBy } from '#web/ui/Picture.tsx'
import { likenessOf } from '#web/ui/picture-likeness.ts'
import { ShownParts } from '#web/ui/shown-parts.ts'

decodeBy(likenessOf)

const { query, dataRoutes } = createStaticHandler(routes)

/** A page as markup. */
export interface Rendered {
  /** What goes into #root. */
  markup: string
  /** Tags for `<head>`: the markup's critical resources. */
  preloads: string
  /** The page's head data; undefined when its screen does not call usePageHead. */
  head: PageHead | undefined
  /** The loaders of the parts it shows that the browser loads later. */
  loaders: readonly (() => Promise<unknown>)[]
}

/** The place of a boundary whose content failed, or would have to be waited for; the browser would render it again. */
const FAILED = /^(?:<link [^>]*>)*<!--\$!-->/

/**
 * Renders one address as the browser first does: signed out, and with only `facts` known. Throws when there is no such
 * page.
 */
export const render = (path: string, facts: PageFacts): Promise<Rendered> =>
  rendered(path, facts, (page) => {
    const html = renderToString(page)
    if (FAILED.test(html)) throw new Error(`${path} cannot be rendered`)
    return html
  })

/**
 * The same, with the parts that load when they are shown, as in the browser once they have loaded. `waits`: something
 * on the page will have to be waited for. Otherwise rendering in one go costs a third less.
 */
export const renderWhole = (path: string, facts: PageFacts, waits: boolean): Promise<Rendered> =>
  rendered(path, facts, async (page) => {
    const html = waits ? null : renderToString(page)
    if (html !== null && !FAILED.test(html)) return html
    const failures: unknown[] = []
    const stream = await renderToReadableStream(page, {
      // In one piece: parts that are sent later would need scripts to move them into place.
      progressiveChunkSize: Infinity,
      onError: (error) => void failures.push(error),
    })
    await stream.allReady
    if (failures.length > 0) throw failures[0]
    return new Response(stream).text()
  })

async function rendered(
  path: string,
  facts: PageFacts,
  write: (page: ReactNode) => string | Promise<string>,
): Promise<Rendered> {
  const context = await query(new Request(`http://render.invalid${path}`))
  if (context instanceof Response)
    throw new Error(`${path} answers ${context.status} instead of a page`)
  const router = createStaticRouter(dataRoutes, context)
  let head: PageHead | undefined
  const loaders = new Set<() => Promise<unknown>>()
  const page = (
    <HeadCollector value={(found) => (head = found)}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </HeadCollector>
  )
  const html = await write(
    <StrictMode>
      {/* As in the browser, which hydrates the content of the boundary in slices (start-app.tsx). */}
      <Suspense>
        <PageFactsContext value={facts}>
          <ShownParts value={loaders}>{page}</ShownParts>
        </PageFactsContext>
      </Suspense>
    </StrictMode>,
  )
  // React writes its preloads before the markup.
  const [, preloads = '', markup = ''] = /^((?:<link [^>]*>)*)(.*)$/s.exec(html) ?? []
  return { markup, preloads, head, loaders: [...loaders] }
}
