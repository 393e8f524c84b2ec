import { type PageRequest, worker } from './worker-scope.ts'

/**
 * Set by the build (scripts/worker-file.ts): an identifier unique to each build, and the page shown instead of one that
 * cannot load.
 */
declare const BUILD_MARK: string
declare const OFFLINE_PAGE: { html: string; policy: string }

const CACHE = `files-${BUILD_MARK}`

/** The build's files: each has a content hash in its name, so a cached one is never stale. */
const FILES = '/assets/'

/** Paths that belong to programs and people; the worker never answers them. */
const NOT_PAGES = /^\/(api|auth\/v1|storage|realtime|webhooks|health)(\/|$)/

/** Deletes the caches of earlier builds. */
export async function dropOldFiles(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

/**
 * Answers requests for the build's files from the cache, and navigations always from the server: without a connection,
 * the offline page is shown. Everything else is left to the browser; no page and no API response is ever cached.
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
  // If the disk is full, only the cached copy is lost, not the page.
  if (answer.status === 200)
    event.waitUntil(cache.put(request.url, answer.clone()).catch(() => undefined))
  return answer
}
