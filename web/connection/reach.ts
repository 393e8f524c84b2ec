/** Responds while the server's process runs, to anyone and at no cost. */
const LIVE = '/health/live'
/** A probe without a response within this time has failed, in ms. */
const PATIENCE_MS = 5_000
/** The pause before the next probe, in ms: doubles from the first to the longest. */
const PROBE_MS = { first: 1_000, longest: 5_000 } as const

/**
 * Whether this window can reach the server. `navigator.onLine` alone cannot tell: it is true behind a dead access
 * point. Any request without a response triggers a probe; only when the probe fails, too, does the connection count as
 * lost. From then on it is probed until it is back.
 */
let lost = false
/**
 * The requests that have had no response yet. A request that fails while the rest works (because a proxy drops it) is
 * probed by itself.
 */
const unanswered = new Set<string>()
let probing: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let wait: number = PROBE_MS.first
const listeners = new Set<() => void>()

/** Whether the connection is known to be lost right now. */
export const isLost = (): boolean => lost

/** Calls `listener` whenever the connection is lost or back. Returns a function that unsubscribes it. */
export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Reports a request without a response and finds out why. Resolves to whether the server is reachable. A server that
 * renders pages has no connection to lose: without this exception, one part that failed to load there would start a
 * probe that never succeeds.
 */
export async function checkReach(url: string = LIVE): Promise<boolean> {
  if (typeof window === 'undefined') return true
  unanswered.add(url)
  await probe()
  return !lost
}

/** Resolves when the server is reachable; immediately unless the connection is known to be lost. */
export function whenReached(): Promise<void> {
  if (!lost) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribeToReach(() => {
      if (lost) return
      stop()
      resolve()
    })
  })
}

/** Listens to the browser's network events. Called once, by a page's first script. */
export function watchReach(): void {
  // The browser's events only describe its own side: the probe decides.
  for (const sign of ['online', 'offline']) window.addEventListener(sign, () => void checkReach())
  // A sleeping phone ran no timers.
  document.addEventListener('visibilitychange', () => {
    if (lost && document.visibilityState === 'visible') void probe()
  })
}

function probe(): Promise<void> {
  clearTimeout(timer)
  probing ??= askAll().finally(() => (probing = undefined))
  return probing
}

async function askAll(): Promise<void> {
  const answered = await Promise.all([...unanswered].map(async (url) => [url, await asks(url)]))
  for (const [url, came] of answered as [string, boolean][]) if (came) unanswered.delete(url)
  become(unanswered.size > 0)
  if (!lost) {
    wait = PROBE_MS.first
    return
  }
  timer = setTimeout(() => void probe(), wait)
  wait = Math.min(wait * 2, PROBE_MS.longest)
}

async function asks(url: string): Promise<boolean> {
  try {
    await fetch(url, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return true
  } catch {
    return false
  }
}

function become(next: boolean) {
  if (lost === next) return
  lost = next
  for (const listener of listeners) listener()
}
