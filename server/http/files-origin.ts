import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { AppError } from './app-error.ts'
import { sendProblem } from './error-handler.ts'
import { ownOrigins } from './own-origins.ts'

/** The configuration of a route that serves a private file through a signed link. */
export const SIGNED_FILE = { signedFile: true } as const

type Addresses = Pick<Config, 'publicUrl' | 'privateFilesUrl' | 'auth'>

/**
 * Gives private files an origin of their own (PRIVATE_FILES_URL, decision 0105): it serves the routes that are marked
 * as signed files and nothing else, and no other host serves those. A no-op without the setting. Call it before any
 * route is registered.
 */
export function separateFiles(app: FastifyInstance, addresses: Addresses): void {
  const { privateFilesUrl } = addresses
  if (privateFilesUrl === null) return
  const strict = strictHeaders(addresses.publicUrl, privateFilesUrl)
  const readers = ownOrigins(addresses)
  const isFiles = filesHost(privateFilesUrl)

  app.addHook('onRequest', (request, reply, done) => {
    const { signedFile } = request.routeOptions.config as { signedFile?: true }
    if ((signedFile === true) === isFiles(request.headers.host)) return done()
    return void sendProblem(request, reply, new AppError('request.not_found'))
  })
  // Runs last, so that no route's own headers are weaker.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isFiles(request.headers.host)) {
      void reply.headers(strict).removeHeader('set-cookie')
      allowReaders(reply, request.headers.origin, readers)
    }
    done()
  })
}

/** Our pages read PDFs and texts by script, and no one else may. There are no cookies to send along. */
function allowReaders(
  reply: FastifyReply,
  origin: string | undefined,
  readers: ReadonlySet<string>,
): void {
  void reply.header('vary', 'origin')
  if (origin !== undefined && readers.has(origin))
    void reply.header('access-control-allow-origin', origin)
}

/**
 * A file opened by itself runs nothing, loads nothing but its own bytes and cannot be framed; the places it links to do
 * not learn its link.
 */
const strictHeaders = (publicUrl: string, filesUrl: string): Readonly<Record<string, string>> => ({
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': isSameSite(publicUrl, filesUrl) ? 'same-site' : 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
})

/**
 * Whether browsers certainly treat two origins as one site: the host of one ends with the other's. A policy that is too
 * narrow would block our pictures and videos, and without a link no one can read anything in either case.
 */
function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  const isUnder = (host: string, parent: string) => host.endsWith(`.${parent}`)
  return isUnder(a.hostname, b.hostname) || isUnder(b.hostname, a.hostname)
}

/**
 * Whether a Host header names the origin of private files, ignoring its port, its case and a trailing dot. Does not use
 * X-Forwarded-Host: not every proxy sets it, so a client could.
 */
export function filesHost(privateFilesUrl: string | null): (host: string | undefined) => boolean {
  if (privateFilesUrl === null) return () => false
  const files = nameOf(new URL(privateFilesUrl).host)
  return (host) => host !== undefined && nameOf(host) === files
}

const nameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/\.$/, '') : ''
