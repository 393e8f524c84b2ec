import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { HeadCollector, type PageHead } from './app/head.ts'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'

/** A page as markup: what goes into #root, and what it says of itself for `<head>`. */
export interface RenderedPage {
  markup: string
  head: PageHead
}

/** What is rendered at build time: each public page's address and the module its screen comes from. */
export const prerenderedPages: readonly { path: string; module: string }[] = [
  { path: paths.home, module: 'landing/Landing.tsx' },
  { path: paths.auth, module: 'auth/AuthScreen.tsx' },
  { path: paths.howItWorks, module: 'pages/HowItWorks.tsx' },
  { path: paths.about, module: 'pages/About.tsx' },
  { path: paths.careers, module: 'pages/Careers.tsx' },
  { path: paths.blog, module: 'pages/Blog.tsx' },
  { path: paths.press, module: 'pages/Press.tsx' },
  { path: paths.contact, module: 'pages/Contact.tsx' },
  { path: paths.privacy, module: 'pages/Privacy.tsx' },
  { path: paths.terms, module: 'pages/Terms.tsx' },
  { path: paths.cookiePolicy, module: 'pages/CookiePolicy.tsx' },
  { path: paths.communityGuidelines, module: 'pages/CommunityGuidelines.tsx' },
]

/** Renders one address as the browser would first see it: nobody known to be signed in. Throws when there is no such page. */
export async function renderPage(path: string): Promise<RenderedPage> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://prerender.invalid${path}`))
  if (context instanceof Response)
    throw new Error(`${path} answers ${context.status} instead of a page`)
  const router = createStaticRouter(handler.dataRoutes, context)
  let head: PageHead | undefined
  const markup = renderToString(
    <StrictMode>
      <HeadCollector value={(found) => (head = found)}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </HeadCollector>
    </StrictMode>,
  )
  if (!head) throw new Error(`${path} has no title: its screen does not call usePageHead`)
  return { markup, head }
}
