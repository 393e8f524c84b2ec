import { matchRoutes, type RouteObject } from 'react-router'

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Loads the screen a link leads to while the reader still reaches for it: under the pointer, focused, or touched.
 * What was loaded once costs nothing again; a failure is left to the navigation itself.
 */
export function preloadOnIntent(routes: RouteObject[]): void {
  const asked = new Set<unknown>()
  for (const sign of SIGNS) document.addEventListener(sign, onSign, { passive: true })

  function onSign({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin) return
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      if (typeof route.lazy !== 'function' || asked.has(route.lazy)) continue
      asked.add(route.lazy)
      route.lazy().catch(() => asked.delete(route.lazy))
    }
  }
}
