import type { Session } from '@supabase/auth-js'
import { type ReactNode, StrictMode, Suspense, useEffect, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteMatch } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { KnownData } from '#contract/pages.ts'
import { needsCode } from '#web/api/session-claims.ts'
import { windowSession } from '#web/api/stored-session.ts'
import { patiently } from '#web/connection/patiently.ts'
import { loadOf } from '#web/loading/screen.ts'
import { factsOfPage, PageFactsContext } from '#web/page/page-facts.ts'
import { RequireSignIn } from '#web/app/RequireSignIn.tsx'
import { routes } from '#web/routes.tsx'
import { ShownParts } from '#web/ui/shown-parts.ts'

/**
 * Hydrates the page; resolves once it handles input. The initial address's screens are loaded before the router is
 * created: a prerendered page can then be hydrated as it is, and no page starts with an empty frame. `hasScreenState`:
 * see screen-state.ts, which the first script calls, so that it needs nothing from the app. `onMount` is called in the
 * task in which the app's elements are there.
 */
export async function startApp({
  hasScreenState,
  onMount,
}: {
  hasScreenState: boolean
  onMount: () => void
}): Promise<void> {
  const facts = factsOfPage()
  const session = windowSession()
  const isOurs = isFor(session, facts.known)
  facts.session = isOurs && facts.known.brought ? (session ?? undefined) : undefined
  if (!isOurs) facts.forget()
  const { brought } = facts.known
  const written = brought && import('./written-page.ts')
  await breath()
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      const load = loadOf(route)
      if (load) Object.assign(route, { Component: await patiently(load), lazy: undefined })
    }),
  )
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const isWritten =
    brought !== undefined &&
    (await written?.then(
      ({ standsAsWritten }) => standsAsWritten(brought),
      () => false,
    )) === true
  await breath()
  const router = createBrowserRouter(routes)
  const canHydrate = isOurs && (!brought || isWritten)
  // One boundary for the whole page: a part hydrated later would see another time and other responses than the markup
  // shows.
  const whole = isWritten ? new Set<() => Promise<unknown>>() : null
  await breath()
  const keepPlace = placeKeeper()
  const mounted = () => {
    onMount()
    keepPlace()
  }
  await new Promise<void>((resolve) => {
    const app = (
      <StrictMode>
        {/* React hydrates a page in one task, but the content of a boundary in slices, with input handled in between. */}
        <Suspense>
          <Alive onMount={mounted} onAlive={resolve}>
            <PageFactsContext value={facts}>
              <ShownParts value={whole}>
                <RouterProvider router={router} />
              </ShownParts>
            </PageFactsContext>
          </Alive>
        </Suspense>
      </StrictMode>
    )
    if (root.firstElementChild && canHydrate && isFirstView(root, matches, hasScreenState))
      hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
  // Everything that mounts from here on belongs to a later moment.
  if (facts.known.brought) facts.forget()
  // Fire-and-forget.
  import('#web/loading/preload.ts').then(
    ({ preloadOnIntent }) => preloadOnIntent(routes),
    () => undefined,
  )
}

/**
 * Whether a page that was rendered for a person was rendered for the one whose session is here; other pages are for
 * everyone.
 */
const isFor = (session: Session | null | undefined, { brought }: KnownData): boolean =>
  !brought || (session?.user.id === brought.personId && !needsCode(session))

/**
 * Returns a function that scrolls back to where the reader was: the router starts at the top when it mounts, and the
 * element the reader is about to press would be somewhere else.
 */
function placeKeeper(): () => void {
  let place = window.scrollY
  const note = () => (place = window.scrollY)
  window.addEventListener('scroll', note, { passive: true })
  return () => {
    window.removeEventListener('scroll', note)
    if (place > 0) window.scrollTo(0, place)
  }
}

/** Lets the browser paint and handle input between two long tasks. */
const breath = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Whether the content of `root` is what the app would render first, so that it can be hydrated. */
function isFirstView(
  root: HTMLElement,
  matches: readonly RouteMatch[],
  hasScreenState: boolean,
): boolean {
  // The shell's frame equals the guard's view while the session is unknown (scripts/prerender.ts).
  if ('frame' in root.dataset) return matches.some(({ route }) => route.Component === RequireSignIn)
  return !hasScreenState
}

/**
 * Reports when everything inside is mounted and listens. It wraps the page instead of being its sibling: React's
 * generated ids (useId) encode the tree position, and match the prerendered ones only in a tree of the same shape.
 */
function Alive({
  onMount,
  onAlive,
  children,
}: {
  onMount: () => void
  onAlive: () => void
  children: ReactNode
}) {
  useLayoutEffect(onMount, [onMount])
  useEffect(onAlive, [onAlive])
  return children
}
