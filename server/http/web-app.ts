import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { APP_FILE, APP_PAGES, NOT_FOUND_FILE, pageFile, PUBLIC_PAGES } from '#contract/pages.ts'
import { AppError } from './app-error.ts'
import { sendProblem } from './error-handler.ts'

/** Paths that belong to programs: an unknown one answers a problem, never the 404 page. */
const PROGRAM_PATHS = /^\/(api|auth\/v1|storage|realtime|webhooks|health)(\/|$|\?)/

/** No inline script anywhere; styles of React's style attributes are the one thing inline. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the built web app from `folder`: public pages as built, the rest as one shell, unknown paths as
 * 404 with the 404 page. Hashed assets are cached for good, pages never.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: true,
    index: false,
    wildcard: true,
    // The build wrote .br and .gz beside every text file (scripts/precompress.mjs).
    preCompressed: true,
    setHeaders(response, path) {
      const hashed = path.includes('/assets/')
      void response.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      void response.header('x-content-type-options', 'nosniff')
    },
  })
  for (const page of PUBLIC_PAGES)
    app.get(page, (_request, reply) => sendPage(reply, folder, pageFile(page), 200))
  for (const page of APP_PAGES)
    app.get(page, (_request, reply) => sendPage(reply, folder, APP_FILE, 200))
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !PROGRAM_PATHS.test(request.url)
    if (!isPage) return sendProblem(request, reply, new AppError('request.not_found'))
    return sendPage(reply, folder, NOT_FOUND_FILE, 404)
  })
}

function sendPage(reply: FastifyReply, folder: string, file: string, status: number): FastifyReply {
  void reply.status(status).headers({
    'cache-control': 'no-cache',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
  return reply.sendFile(existsSync(join(folder, file)) ? file : APP_FILE, { cacheControl: false })
}
