import { matchRoutes, type RouteObject } from 'react-router'
import type { Role } from '#contract/profiles.ts'
import { patiently } from '#web/connection/patiently.ts'
import { loadOf, screensFor } from './screen.ts'
import { partsFor } from '#web/ui/lazy-component.tsx'

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/** The pause between two parts when the browser does not report idle time (Safari), in ms. */
const PAUSE_MS = 200

/**
 * Loads a link's screen on intent: hovered, focused, or touched. A second call costs nothing; a failure is left to the
 * navigation itself.
 */
export function preloadOnIntent(routes: RouteObject[]): void {
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

/**
 * Preloads what a role can reach, one part per idle period, so that a later loss of connection does not block a page.
 * Not when data is scarce. Ends with `signal`.
 */
export async function preloadWhenIdle(role: Role, signal: AbortSignal): Promise<void> {
  if (isSparing()) return
  for (const load of screensFor(role)) await loadInTurn(load, signal)
  // Loaded screens have registered their parts.
  for (const load of partsFor(role)) await loadInTurn(load, signal)
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

/** Whether the reader asked for less traffic, or has so little of it that pages themselves need all of it. */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
