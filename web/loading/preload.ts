import { matchRoutes, type RouteObject } from 'react-router'
import { afterPaint } from '#web/ui/after-paint.ts'
import { loadOf } from './screen.ts'

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * How long the pointer or the focus rests on a link before its screen is loaded, in ms: merely passing over a link
 * loads nothing.
 */
const REST_MS = 80

/** Empty before the app starts. */
let routes: RouteObject[] = []

/** The route table of the running app. */
export const knownRoutes = (): RouteObject[] => routes

/**
 * Preloads a link's screen on intent: hovered, focused, or touched. A second call costs nothing; a failure is left to
 * the navigation itself. What a page leads to is also loaded ahead (load-ahead.ts).
 */
export function preloadOnIntent(all: RouteObject[]): void {
  routes = all
  const asked = new Set<unknown>()
  let rests: ReturnType<typeof setTimeout> | undefined
  for (const sign of SIGNS) document.addEventListener(sign, onSign, { passive: true })

  function onSign({ type, target }: Event) {
    clearTimeout(rests)
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin) return
    // A finger does not merely pass over a link.
    if (type === 'touchstart') afterPaint(() => load(link.pathname))
    // Requesting a screen's files takes a slow phone 150 ms: the key that moved the focus is up again by then.
    else rests = setTimeout(() => load(link.pathname), REST_MS)
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
