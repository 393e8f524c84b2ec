import { matchRoutes, type RouteObject } from 'react-router'
import type { Role } from '#contract/profiles.ts'
import { patiently } from '#web/connection/patiently.ts'
import { loadOf, screensFor } from './screen.ts'
import { partsFor } from '#web/ui/lazy-component.tsx'

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const

/** How long to wait between two parts where the browser does not tell its idle moments (Safari), in ms. */
const PAUSE_MS = 200

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
      const load = loadOf(route)
      if (!load || asked.has(load)) continue
      asked.add(load)
      load().catch(() => asked.delete(load))
    }
  }
}

/**
 * Loads what a role can reach, one part in each idle moment, so that a connection that is lost later does not stand
 * between the reader and a page. Not where every byte counts. Ends with `signal`.
 */
export async function preloadWhenIdle(role: Role, signal: AbortSignal): Promise<void> {
  if (isSparing()) return
  for (const load of screensFor(role)) await loadInTurn(load, signal)
  // Screens that are here now have told their parts.
  for (const load of partsFor(role)) await loadInTurn(load, signal)
}

async function loadInTurn(load: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  await idle()
  // What cannot be loaded at all is told where it is shown.
  if (!signal.aborted) await patiently(load).catch(() => undefined)
}

const idle = () =>
  new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve)
    else setTimeout(resolve, PAUSE_MS)
  })

/** What Chromium tells of the network; TypeScript does not know it. */
interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/** Whether the reader asked for less traffic, or has so little of it that pages themselves need it all. */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
