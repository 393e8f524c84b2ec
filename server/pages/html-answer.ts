import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * No inline script and no inline sheet but the ones a build put there, named by their hashes. Attributes may carry styles:
 * places and progress are drawn by them, and they can neither select nor load.
 */
const policy = ({ scripts, styles }: Pick<HtmlPage, 'scripts' | 'styles'>) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...quoted(scripts)].join(' '),
    ["style-src 'self'", ...quoted(styles)].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A text answer in the encodings browsers take, compressed once, on first use. */
export interface Packed {
  etag: string
  /** Length of the text in bytes. */
  bytes: number
  as(encoding: 'br' | 'gzip' | 'identity'): Promise<Buffer>
}

/** Packs a text that is sent many times. `effort` is brotli's quality, 11 the most. */
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

/** What may stand in a built page itself, by the policy's names of it: "sha256-…". Give it built pages only. */
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

/** A page with the hashes of the scripts and sheets it may use beside its files. */
export interface HtmlPage extends Packed {
  scripts: readonly string[]
  styles: readonly string[]
  /** The Link header of what it loads first (preload-links.ts). */
  links: string | undefined
}

/** Sends a page: always asked for again, and not sent again when the browser still has the same. */
export async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  page: HtmlPage,
  status = 200,
): Promise<FastifyReply> {
  if (page.links !== undefined) void reply.header('link', page.links)
  void reply.headers({
    'content-security-policy': policy(page),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
  return sendText(request, reply, page, {
    status,
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
  })
}

/** Sends any packed text in the best encoding the client takes. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Packed,
  answer: { status?: number; type: string; cacheControl: string },
): Promise<FastifyReply> {
  const { status = 200, type, cacheControl } = answer
  void reply.headers({
    'cache-control': cacheControl,
    etag: text.etag,
    vary: 'accept-encoding',
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
