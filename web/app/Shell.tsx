import { useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { accessToken } from '../api/auth-client.ts'
import { useAuth } from '../api/session.tsx'
import { useRealtime } from '../realtime/use-realtime.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './Header.module.css'
import { MobileMenu } from './MobileMenu.tsx'

/** What a route may say about its frame. */
export interface RouteHandle {
  /** Marketing pages and auth use the wide wrap (DESIGN §6). */
  wide?: boolean
}

/** Skip link, header, the page, footer; toasts above all. */
export function Shell() {
  const wide = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.wide)
  const { status, user } = useAuth()
  useRealtime(status === 'signed_in' ? (user?.id ?? null) : null, accessToken)
  const [menuOpen, setMenuOpen] = useState(false)
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  const main = useMainFocus()
  const menuShown = menuOpen && status === 'signed_in'

  return (
    <>
      <a className={styles.skip} href="#main" inert={menuShown}>
        Skip to content
      </a>
      <Header wide={wide} menuOpen={menuShown} onToggleMenu={() => setMenuOpen((open) => !open)} />
      {menuShown ? <MobileMenu onClose={closeMenu} /> : null}
      <main id="main" ref={main} tabIndex={-1} inert={menuShown}>
        <Outlet />
      </main>
      <Footer wide={wide} inert={menuShown} />
      <Toaster />
      <ScrollRestoration />
    </>
  )
}

/** Moves focus to the page after a change of route, so that keyboards and screen readers start there. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
