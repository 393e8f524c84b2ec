import { matchRoutes, type RouteObject } from 'react-router'
import { patiently } from '#web/connection/patiently.ts'
import type { Audience } from '#web/ui/lazy-component.tsx'
import { loadOf, loadsOf, partsAt } from './screen.ts'

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/** The pause between two parts when the browser does not report idle time (Safari), in ms. */
const PAUSE_MS = 200

/** Where the app can go; empty until it starts. */
let routes: RouteObject[] = []

/**
 * Loads a link's screen on intent: hovered, focused, or touched. A second call costs nothing; a failure is left to the
 * navigation itself.
 */
export function preloadOnIntent(all: RouteObject[]): void {
  routes = all
  const asked = new Set<unknown>()
  for (const sign of SIGNS) document.addEventListener(sign, onSign, { passive: true })

  function onSign({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin) return
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      const load = loadOf(route)
      if (!load || asked.has(load)) continue
      asked.add(load)
      load().catch(() => asked.delete(load))
    }
  }
}

/** What a page may lead its reader to next. */
export interface Ahead {
  /** The path of the page. */
  at: string
  /** The paths that its frame links to. */
  links: readonly string[]
  /** Whose parts of the screen are worth it. */
  audience: Audience
}

/**
 * Preloads what the page at `at` opens without leaving it, then the screens that its frame links to: one per idle
 * period, so that a later loss of connection does not block them. Everything else is loaded on intent. Not when data is
 * scarce. Ends with `signal`.
 */
export async function preloadWhenIdle(
  { at, links, audience }: Ahead,
  signal: AbortSignal,
): Promise<void> {
  if (isSparing()) return
  for (const load of partsAt(routes, at, audience)) await loadInTurn(load, signal)
  for (const load of loadsOf(routes, links)) await loadInTurn(load, signal)
}

async function loadInTurn(load: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  await idle()
  // A definitive failure is reported where the part is shown.
  if (!signal.aborted) await patiently(load).catch(() => undefined)
}

const idle = () =>
  new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve)
    else setTimeout(resolve, PAUSE_MS)
  })

/** Chromium's network information; TypeScript does not know it. */
interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/** Networks on which pages themselves need all there is; '4g' names every faster one. */
const SLOW_NETWORKS = new Set(['slow-2g', '2g', '3g'])

/** Whether the reader asked for less traffic, or has so little of it that pages themselves need all of it. */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation }
  return connection?.saveData === true || SLOW_NETWORKS.has(connection?.effectiveType ?? '')
}
