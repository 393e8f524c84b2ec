import type { BrowserContext, Page, Request } from 'playwright-core'

const underWay = new WeakMap<Page, Set<Request>>()

/** Counts, from now on, what the pages of this window ask the API, and the scripts they load. */
export function countCalls(context: BrowserContext): void {
  context.on('request', (request) => {
    if (isAwaited(request)) callsOf(request.frame().page()).add(request)
  })
  const end = (request: Request) => {
    if (isAwaited(request)) callsOf(request.frame().page()).delete(request)
  }
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/** How many answers and scripts a page waits for. */
export const callsUnderWay = (page: Page): number => underWay.get(page)?.size ?? 0

const isAwaited = (request: Request) =>
  // Requests of a service worker belong to no page.
  request.serviceWorker() === null &&
  (request.resourceType() === 'script' || new URL(request.url()).pathname.startsWith('/api/'))

function callsOf(page: Page): Set<Request> {
  const calls = underWay.get(page) ?? new Set()
  underWay.set(page, calls)
  return calls
}
