import type { BrowserContext, Page, Request } from 'playwright-core'

const underWay = new WeakMap<Page, Set<Request>>()

/** Counts, from now on, the API requests of this window's pages and the scripts they load. */
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

/** The number of responses and scripts that a page is waiting for. */
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
