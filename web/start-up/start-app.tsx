import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteMatch } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { patiently } from '#web/connection/patiently.ts'
import { preloadOnIntent } from '#web/loading/preload.ts'
import { loadOf } from '#web/loading/screen.ts'
import { factsOfPage, PageFactsContext } from '#web/page/page-facts.ts'
import { RequireSignIn } from '#web/app/RequireSignIn.tsx'
import { routes } from '#web/routes.tsx'

/**
 * Brings the page to life; resolves once what is pressed is heard. The screens of the address we start at are
 * loaded before the router is made: a prerendered page can then be taken over as it stands, and no page starts
 * with an empty frame.
 */
export async function startApp(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      const load = loadOf(route)
      if (load) Object.assign(route, { Component: await patiently(load), lazy: undefined })
    }),
  )
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await breath()
  const router = createBrowserRouter(routes)
  preloadOnIntent(routes)
  const facts = factsOfPage()
  await breath()
  await new Promise<void>((resolve) => {
    const app = (
      <StrictMode>
        <Alive onAlive={resolve}>
          <PageFactsContext value={facts}>
            <RouterProvider router={router} />
          </PageFactsContext>
        </Alive>
      </StrictMode>
    )
    if (root.firstElementChild && isFirstView(root, matches)) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

/** Lets the browser paint and hear presses between two long pieces of work. */
const breath = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Whether what stands in `root` is what the app would draw at first, so that it can be taken over. */
function isFirstView(root: HTMLElement, matches: readonly RouteMatch[]): boolean {
  // The frame of the shell is the guard's view while it does not know who is here (scripts/prerender.ts).
  if ('frame' in root.dataset) return matches.some(({ route }) => route.Component === RequireSignIn)
  // With something in its state the screen is not the one that was prerendered (Sign Up in place of Sign In).
  const state = window.history.state as { usr?: unknown } | null
  return !state?.usr
}

/**
 * Says when everything in it is on the page and listens. Around the page, not beside it: names made up by React
 * (useId) tell where something stands, and are those of the finished page only where the tree has its shape.
 */
function Alive({ onAlive, children }: { onAlive: () => void; children: ReactNode }) {
  useEffect(onAlive, [onAlive])
  return children
}
