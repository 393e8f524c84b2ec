import { type PageRequest, worker } from './worker-scope.ts'

/** Set by the build (scripts/worker-file.ts): a mark that every build has for itself, and the page that is shown instead. */
declare const BUILD_MARK: string
declare const OFFLINE_PAGE: { html: string; policy: string }

const CACHE = `files-${BUILD_MARK}`

/** The build's files: each has a hash of its content in its name, so a kept one is never out of date. */
const FILES = '/assets/'

/** What belongs to programs and people, and is never answered by the worker. */
const NOT_PAGES = /^\/(api|auth\/v1|storage|realtime|webhooks|health)(\/|$)/

/** Deletes what earlier builds kept. */
export async function dropOldFiles(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

/**
 * Answers requests for the build's files, from what is kept, and navigations, always from the server: without one the
 * page says so. Everything else is left to the browser; no page and no answer of the API is ever kept.
 */
export function answerRequest(event: PageRequest): void {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') {
    if (!NOT_PAGES.test(pathname)) event.respondWith(pageFor(event))
  } else if (pathname.startsWith(FILES) && !request.headers.has('range'))
    event.respondWith(fileFor(event))
}

async function pageFor({ request, preloadResponse }: PageRequest): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': OFFLINE_PAGE.policy,
      'cache-control': 'no-store',
    }
    return new Response(OFFLINE_PAGE.html, { status: 503, headers })
  }
}

async function fileFor(event: PageRequest): Promise<Response> {
  const { request } = event
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request.url, { ignoreVary: true })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  // A full disk costs the copy, not the page.
  if (answer.status === 200)
    event.waitUntil(cache.put(request.url, answer.clone()).catch(() => undefined))
  return answer
}
