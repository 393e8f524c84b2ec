import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { LICENCE_PAGE, PROFILE_PAGE } from '#contract/pages.ts'
import { SERVICE_WORKER_PATH } from '#contract/service-worker.ts'
import type { Deps } from '#server/deps/deps.ts'
import { PERSONAL_PAGE_NAMES, PERSONAL_PAGES } from '#contract/personal-pages.ts'
import { currentSite } from './current-site.ts'
import { sendHtml } from './html-answer.ts'
import type { PersonalPages } from './personal-page.ts'
import { crawlerRoutes } from './crawler-routes.ts'
import { AppError } from '#server/http/app-error.ts'
import { sendProblem } from '#server/http/error-handler.ts'
import { ASSET_POLICY } from '#server/http/security-headers.ts'

/** Paths for programs: an unknown one gets a problem response, never the 404 page. */
const PROGRAM_PATHS = /^\/(api|auth\/v1|storage|realtime|webhooks|health)(\/|$|\?)/

/** Build files that are not served under their own names: pages have addresses of their own. */
const NOT_FILES = /\.(html|json)$/

/**
 * Serves the built web app from `folder`: public pages as built, public profiles rendered, the rest as one shell,
 * unknown paths as 404 with the 404 page. The reader's own pages are rendered by `personal` if it is given. Hashed
 * assets are immutable; pages are never cached.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  deps: Deps,
  personal: PersonalPages | null = null,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    // Its own route reads the folder of a thousand assets for each request, to refuse names in other letters.
    serve: false,
    index: false,
    // The build wrote .br and .gz beside every text file (scripts/precompress.mjs).
    preCompressed: true,
    setHeaders(response, path) {
      void response.header('cache-control', cachingOf(path))
      void response.header('content-security-policy', ASSET_POLICY)
    },
  })
  const files = filesIn(folder)
  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
  })
  const site = currentSite(folder, deps)
  const built = () => site(deps.clock()).pages
  crawlerRoutes(app, deps)
  const addresses = built()
  const pageAt = (kind: 'publicPages' | 'appPages', path: string) => {
    const pages = built()
    return pages[kind].get(path) ?? pages.notFound
  }
  for (const path of addresses.publicPages.keys())
    app.get(path, (request, reply) => sendHtml(request, reply, pageAt('publicPages', path)))
  for (const path of addresses.appPages.keys()) {
    if (path === PROFILE_PAGE || path === LICENCE_PAGE) continue
    const name = PERSONAL_PAGE_NAMES.find((one) => PERSONAL_PAGES[one].path === path)
    app.get(path, async (request, reply) => {
      if (name === undefined) return sendHtml(request, reply, pageAt('appPages', path))
      const { pages, drawPersonal: draw } = site(deps.clock())
      const template = pages.personal[name]
      if (await personal?.send(name, { template, draw }, request, reply)) return reply
      return sendHtml(request, reply, pageAt('appPages', path), { byCookie: true })
    })
  }
  app.get<{ Params: { userId: string } }>(PROFILE_PAGE, async (request, reply) => {
    const now = deps.clock()
    const visitor = { ip: request.ip, request, now }
    const { status, page } = await site(now).profile(request.params.userId, visitor)
    return sendHtml(request, reply, page, { status })
  })
  app.get<{ Params: { code: string } }>(LICENCE_PAGE, async (request, reply) => {
    const now = deps.clock()
    const { status, page } = await site(now).licence(request.params.code, { ip: request.ip, now })
    void reply.header('x-robots-tag', 'noindex')
    return sendHtml(request, reply, page, { status })
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !PROGRAM_PATHS.test(request.url)
    if (!isPage) return sendProblem(request, reply, new AppError('request.not_found'))
    return sendHtml(request, reply, built().notFound, { status: 404 })
  })
}

/** A file with its hash in its name never changes; the service worker must be that of the newest build. */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return path.includes(SERVICE_WORKER_PATH) ? 'no-cache' : 'public, max-age=3600'
}

/** The addresses of the build's files, exactly as they are written: the build does not change while it is served. */
function filesIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(
        ({ parentPath, name }) =>
          `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`,
      )
      .filter((path) => !NOT_FILES.test(path)),
  )
}
