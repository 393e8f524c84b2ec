import { matchRoutes, type RouteObject } from 'react-router'
import { afterPaint } from '#web/ui/after-paint.ts'
import { loadOf } from './screen.ts'

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/** Empty before the app starts. */
let routes: RouteObject[] = []

/** The route table of the running app. */
export const knownRoutes = (): RouteObject[] => routes

/**
 * Loads a link's screen on intent: hovered, focused, or touched. A second call costs nothing; a failure is left to the
 * navigation itself. What a page leads to is loaded ahead besides (load-ahead.ts).
 */
export function preloadOnIntent(all: RouteObject[]): void {
  routes = all
  const asked = new Set<unknown>()
  for (const sign of SIGNS) document.addEventListener(sign, onSign, { passive: true })

  function onSign({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link && link.origin === window.location.origin) afterPaint(() => load(link.pathname))
  }

  function load(path: string) {
    for (const { route } of matchRoutes(routes, path) ?? []) {
      const screen = loadOf(route)
      if (!screen || asked.has(screen)) continue
      asked.add(screen)
      screen().catch(() => asked.delete(screen))
    }
  }
}
