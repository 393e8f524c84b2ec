import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { PassThrough } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { WORKER_POLICIES } from '#contract/trusted-types.ts'
import { REPORTING } from './policy-reports.ts'

/**
 * No inline scripts or style sheets except those that the build put there, by hash, and one style sheet of a page for
 * one person, by nonce (decision 0125). Style attributes are allowed: they position things and show progress, and can
 * neither select nor load anything. No text becomes markup, a script or a script's address: the browser's sinks accept
 * only what a worker's policy created. Browsers report what they block to us.
 */
const policy = ({ scripts, styles, filesUrl }: Omit<HtmlPage, keyof Packed | 'links'>) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...quoted(scripts)].join(' '),
    ["style-src 'self'", ...quoted(styles)].join(' '),
    "style-src-attr 'unsafe-inline'",
    withFiles("img-src 'self' data: blob:", filesUrl),
    withFiles("media-src 'self' blob:", filesUrl),
    "font-src 'self'",
    withFiles("connect-src 'self'", filesUrl),
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${Object.values(WORKER_POLICIES).join(' ')}`,
    REPORTING,
  ].join('; ')

/** A directive that also allows the origin of private files, where they have their own. */
const withFiles = (directive: string, filesUrl: string | null): string =>
  filesUrl === null ? directive : `${directive} ${filesUrl}`

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A text response in the encodings browsers accept, compressed once, on first use. */
export interface Packed {
  etag: string
  /** Length of the text in bytes. */
  bytes: number
  as(encoding: 'br' | 'gzip' | 'identity'): Promise<Buffer>
}

/** Prepares a text that is sent many times. `effort` is brotli's quality; 11 is the highest. */
export function pack(text: string, effort = 9): Packed {
  const bytes = Buffer.from(text)
  const made = new Map<string, Promise<Buffer>>()
  const once = (name: string, make: () => Promise<Buffer>) => {
    const known = made.get(name) ?? make()
    made.set(name, known)
    return known
  }
  return {
    bytes: bytes.length,
    etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"`,
    as(encoding) {
      if (encoding === 'identity') return Promise.resolve(bytes)
      return encoding === 'br'
        ? once('br', () => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } }))
        : once('gzip', () => zip(bytes))
    },
  }
}

const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)

/** The inline elements a built page may contain, as CSP sources: "sha256-…". Call it with built pages only. */
export function inlineHashes(html: string): Pick<HtmlPage, 'scripts' | 'styles'> {
  const named = (element: RegExp) =>
    [...html.matchAll(element)].map(
      ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
    )
  return {
    scripts: named(/<script>([^]*?)<\/script>/g),
    styles: named(/<style>([^]*?)<\/style>/g),
  }
}

/** A page with the hashes of its inline scripts and style sheets. */
export interface HtmlPage extends Packed {
  scripts: readonly string[]
  styles: readonly string[]
  /** The Link header with its preloads (preload-links.ts). */
  links: string | undefined
  /** Where private files are served (PRIVATE_FILES_URL); null if they are served where the page is. */
  filesUrl: string | null
}

/**
 * Sends a page. It is always revalidated, and the response is a 304 when the browser's copy is current. `byCookie`:
 * others may get a different page at its address.
 */
export async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  page: HtmlPage,
  { status = 200, byCookie = false }: { status?: number; byCookie?: boolean } = {},
): Promise<FastifyReply> {
  pageHeaders(reply, page)
  return sendText(request, reply, page, {
    status,
    type: HTML_TYPE,
    cacheControl: 'no-cache',
    vary: byCookie ? BY_COOKIE : BY_ENCODING,
  })
}

const BY_ENCODING = 'accept-encoding'
/** Another person, or the same person at another time, gets a different page at this address. */
const BY_COOKIE = `${BY_ENCODING}, cookie, sec-fetch-dest`
const HTML_TYPE = 'text/html; charset=utf-8'

/** What the headers of a page are built from. */
export type PageResources = Pick<HtmlPage, 'scripts' | 'styles' | 'links' | 'filesUrl'>

function pageHeaders(reply: FastifyReply, page: PageResources) {
  if (page.links !== undefined) void reply.header('link', page.links)
  void reply.headers({
    'content-security-policy': policy(page),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
}

/** A page that is streamed while it is rendered: each part is sent as soon as it is written. */
export interface OpenHtml {
  write(part: string): void
  end(rest: string): void
}

/** Begins a page that belongs to one person: it is never stored, and no copy answers another request. */
export function openHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageResources,
): OpenHtml {
  pageHeaders(reply, page)
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  void reply.headers({
    'cache-control': 'private, no-store',
    vary: BY_COOKIE,
    'x-content-type-options': 'nosniff',
  })
  const packer = packerOf(encoding)
  void reply.type(HTML_TYPE).send(packer)
  return {
    write(part) {
      packer.write(part)
      if ('flush' in packer) packer.flush()
    },
    end: (rest) => void packer.end(rest),
  }
}

/** Brotli's quality for a page that is sent once: 4 would take half as long again, for 5 % fewer bytes. */
const ONCE = 3

function packerOf(encoding: 'br' | 'gzip' | 'identity') {
  if (encoding === 'identity') return new PassThrough()
  if (encoding === 'gzip') return createGzip()
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: ONCE } })
}

/** Sends any prepared text in the best encoding the client accepts. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Packed,
  answer: { status?: number; type: string; cacheControl: string; vary?: string },
): Promise<FastifyReply> {
  const { status = 200, type, cacheControl, vary = BY_ENCODING } = answer
  void reply.headers({
    'cache-control': cacheControl,
    etag: text.etag,
    vary,
    'x-content-type-options': 'nosniff',
  })
  if (status === 200 && request.headers['if-none-match'] === text.etag)
    return reply.status(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply
    .status(status)
    .type(type)
    .send(await text.as(encoding))
}

function encodingFor(accepted: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  const text = String(accepted ?? '')
  if (/\bbr\b(?!;q=0(\.0*)?(,|$))/.test(text)) return 'br'
  return /\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(text) ? 'gzip' : 'identity'
}
