import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import type { Role } from '#contract/profiles.ts'
import { useAuth } from '#web/api/session.tsx'
import { whenPageStands } from '#web/api/when-page-stands.ts'
import type { Live as LiveShown } from '#web/live/Live.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { followFocus } from '#web/ui/lost-focus.ts'
import { Toaster } from '#web/ui/Toaster.tsx'
import { Footer, SlimFooter } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './Header.module.css'
import { navigationLinks } from './navigation.ts'
import { useNavigationCounts } from './use-navigation-counts.ts'

const ConsoleHeader = lazyComponent(
  async () => (await import('./ConsoleHeader.tsx')).ConsoleHeader,
  null,
  'nobody',
)
const Live = lazyComponent(loadLive)

/** The pause before background loading is retried, in ms. */
const AGAIN_MS = 5_000

/** Fire-and-forget: a working page must not break because this failed. */
async function loadLive(): Promise<typeof LiveShown> {
  try {
    return (await import('#web/live/Live.tsx')).Live
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return loadLive()
  }
}

/** What a route may specify about its frame. */
export interface RouteHandle {
  /**
   * Marketing pages and auth use the wide wrap (DESIGN §6); profiles use it only while signed out, because they are
   * also read signed in.
   */
  wide?: boolean | 'public'
  /** Public pages end with the full footer, the app's own with a slim one. */
  isPublic?: boolean
  /** The operator's console, which has a frame of its own. */
  console?: boolean
}

/** Skip link, header, the page, footer; toasts above all. */
export function Shell() {
  const { wide = false, isPublic = false, console = false } = useHandle()
  const frame = useFrame(console)
  const main = useMainFocus()
  useLostFocus()
  const Foot = isPublic ? Footer : SlimFooter

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {frame === 'market' ? <Header wide={wide} /> : null}
      {frame === 'console' ? <ConsoleHeader /> : null}
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      {frame === 'market' ? <Foot wide={wide} /> : null}
      <Toaster />
      <Background />
      <ScrollRestoration />
    </>
  )
}

/** What starts once the page is ready. A component of its own: the frame need not render again for it. */
function Background() {
  const { status, user, role } = useAuth()
  const begins = useStands() && status === 'signed_in'
  usePreloading(begins ? role : null)
  return begins && user ? <Live key={user.id} userId={user.id} /> : null
}

/** What the matched routes specify about their frame. */
function useHandle(): RouteHandle {
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined)
  return Object.assign({}, ...handles) as RouteHandle
}

/**
 * The marketplace's frame, or the console's: for anyone but an operator the console does not exist, so it looks like
 * any other unknown page. None until it is known which.
 */
function useFrame(console: boolean): 'market' | 'console' | 'none' {
  const { status } = useAuth()
  const { operator, known } = useNavigationCounts()
  if (!console || status === 'signed_out') return 'market'
  if (!known) return 'none'
  return operator ? 'console' : 'market'
}

/** Preloads, while the browser is idle, what this page leads this role to. */
function usePreloading(role: Role | null) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (role === null) return
    const links = navigationLinks(role).map(({ to }) => to)
    return withLater(import('#web/loading/load-ahead.ts'), ({ loadAhead }) =>
      loadAhead({ at: pathname, links, audience: role }),
    )
  }, [role, pathname])
}

/** Whether the first page of this window is done, so that background loading may start. */
function useStands(): boolean {
  const [stands, setStands] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    whenPageStands(() => setStands(true), end.signal)
    return () => end.abort()
  }, [])
  return stands
}

/**
 * Catches the focus when its element is removed (ui/catch-lost-focus.ts); in a file of its own, since the first page
 * needs it last.
 */
function useLostFocus(): void {
  // From the start: a press may remove the focused element before that file has loaded.
  useEffect(followFocus, [])
  useEffect(
    () =>
      withLater(import('#web/ui/catch-lost-focus.ts'), ({ catchLostFocus }) => catchLostFocus()),
    [],
  )
}

/** Begins something once its file has loaded; the returned function ends it. */
function withLater<Loaded>(file: Promise<Loaded>, begin: (loaded: Loaded) => () => void) {
  let end: (() => void) | undefined
  let ended = false
  file.then(
    (loaded) => {
      if (!ended) end = begin(loaded)
    },
    // Fire-and-forget: a working page must not break because this failed.
    () => undefined,
  )
  return () => {
    ended = true
    end?.()
  }
}

/**
 * Moves focus to the page after a route change, so that keyboards and screen readers start there. Not out of an open
 * menu, which would close: a redirect may arrive after the reader has opened it. Nor from a control that got focus
 * after the page was committed: this effect may run between the press on it and its click.
 */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const committed = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (shown.current !== pathname) committed.current = document.activeElement
  }, [pathname])
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const focused = document.activeElement
    if (focused?.closest(MENU)) return
    if (focused !== committed.current && focused?.matches(CONTROLS)) return
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** An open menu, or the button of one that opens in the next frame. */
const MENU = '[role="menu"], [aria-haspopup="menu"][aria-expanded="true"]'
const CONTROLS = 'a, button, input, select, textarea'
