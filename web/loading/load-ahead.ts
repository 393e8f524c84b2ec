import { matchRoutes } from 'react-router'
import { patiently } from '#web/connection/patiently.ts'
import { type Audience, knownParts } from '#web/ui/lazy-component.tsx'
import { knownRoutes } from './preload.ts'
import { knownScreens, type Screen, screenOf } from './screen.ts'

/** The pause between two parts when the browser does not report idle time (Safari), in ms. */
const PAUSE_MS = 200

/** What a page may lead its reader to next. */
interface Ahead {
  /** The path of the page. */
  at: string
  /** The paths that its frame links to. */
  links: readonly string[]
  /** Whose parts of the screen are worth it. */
  audience: Audience
}

/**
 * Loads what the page at `at` opens without leaving it, then the screens that its frame links to: one per idle period,
 * so that a later loss of connection does not block them. Everything else is loaded on intent (preload.ts). Not when data is
 * scarce. Ends with `signal`.
 */
export async function loadAhead(
  { at, links, audience }: Ahead,
  signal: AbortSignal,
): Promise<void> {
  if (isSparing()) return
  for (const load of partsOf(screensAt(at), audience)) await loadInTurn(load, signal)
  for (const path of links) for (const { load } of screensAt(path)) await loadInTurn(load, signal)
}

const screensAt = (path: string): Screen[] =>
  (matchRoutes(knownRoutes(), path) ?? []).flatMap(({ route }) => screenOf(route) ?? [])

/** Loads what these screens show later, and the frame around all screens. */
function partsOf(shown: readonly Screen[], role: Audience): (() => Promise<void>)[] {
  const others = knownScreens().filter((one) => !shown.includes(one))
  const audiences = new Set<Audience>([role, 'members', 'everyone'])
  return knownParts()
    .filter((part, place) => audiences.has(part.audience) && !others.some(hasPart(place)))
    .map(({ load }) => load)
}

const hasPart =
  (place: number) =>
  ({ parts: [from, to] = [0, 0] }: Screen) =>
    place >= from && place < to

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
