import { matchRoutes } from 'react-router'
import { patiently } from '#web/connection/patiently.ts'
import { type Audience, knownParts } from '#web/ui/lazy-component.tsx'
import { knownRoutes } from './preload.ts'
import { loadOf } from './screen.ts'

/** The pause between two parts when the browser does not report idle time (Safari), in ms. */
const PAUSE_MS = 200

/** What a page may lead its reader to next. */
interface Ahead {
  /** The path of the page. */
  at: string
  /** The paths that its frame links to. */
  links: readonly string[]
  /** The audience whose parts of the screen are worth loading. */
  audience: Audience
}

/**
 * Preloads what the page at `at` opens in place, then the screens that its frame links to: one per idle period, so that
 * a later loss of connection does not block them. Everything else is loaded on intent (preload.ts). Does nothing when
 * data is scarce. Returns the function that stops it.
 */
export function loadAhead(ahead: Ahead): () => void {
  const end = new AbortController()
  if (!isSparing()) void loadAll(ahead, end.signal)
  return () => end.abort()
}

type Load = NonNullable<ReturnType<typeof loadOf>>

/**
 * The first and the last part that became known with a preloaded screen, as positions in knownParts. Any other known
 * part belongs to the frame or to a screen that was opened.
 */
const partsWith = new Map<Load, readonly [from: number, to: number]>()

async function loadAll({ at, links, audience }: Ahead, signal: AbortSignal): Promise<void> {
  for (const load of partsOf(screensAt(at), audience)) await loadInTurn(load, signal)
  for (const link of links) {
    if (signal.aborted) return
    // One link at a time: matching an address compiles every pattern of the table, which takes a slow phone a few ms.
    for (const load of screensAt(link)) {
      const from = knownParts().length
      await loadInTurn(load, signal)
      if (!signal.aborted && !partsWith.has(load)) partsWith.set(load, [from, knownParts().length])
    }
  }
}

const screensAt = (path: string): Load[] =>
  (matchRoutes(knownRoutes(), path) ?? []).flatMap(({ route }) => loadOf(route) ?? [])

/** Loads what these screens show later, and the frame around all screens. */
function partsOf(shown: readonly Load[], role: Audience): (() => Promise<void>)[] {
  const others = [...partsWith].filter(([load]) => !shown.includes(load))
  const audiences = new Set<Audience>([role, 'members', 'everyone'])
  return knownParts()
    .filter(
      ({ audience }, place) =>
        audiences.has(audience) && !others.some(([, [from, to]]) => place >= from && place < to),
    )
    .map(({ load }) => load)
}

async function loadInTurn(load: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  await idle()
  // A final failure is reported where the part is shown.
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

/** Networks on which pages need all the bandwidth for themselves; '4g' names every faster one. */
const SLOW_NETWORKS = new Set(['slow-2g', '2g', '3g'])

/** Whether the reader asked for less traffic, or has so little bandwidth that pages need all of it for themselves. */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation }
  return connection?.saveData === true || SLOW_NETWORKS.has(connection?.effectiveType ?? '')
}
