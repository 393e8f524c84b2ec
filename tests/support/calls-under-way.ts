import type { BrowserContext, Page, Request } from 'playwright-core'

const underWay = new WeakMap<Page, Set<Request>>()

/** Counts, from now on, what the pages of this window ask the API. */
export function countCalls(context: BrowserContext): void {
  context.on('request', (request) => {
    if (isCall(request)) callsOf(request.frame().page()).add(request)
  })
  const end = (request: Request) => {
    if (isCall(request)) callsOf(request.frame().page()).delete(request)
  }
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/** How many answers of the API a page waits for. */
export const callsUnderWay = (page: Page): number => underWay.get(page)?.size ?? 0

const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')

function callsOf(page: Page): Set<Request> {
  const calls = underWay.get(page) ?? new Set()
  underWay.set(page, calls)
  return calls
}
