import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  PRIVATE_RENDITIONS,
  PUBLIC_CACHE_SECONDS,
  RENDITION_CACHE_SECONDS,
} from '#contract/uploads.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import { SIGNED_FILE } from '#server/http/files-origin.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { requestedSpan } from './byte-range.ts'
import { contentDisposition, savedName } from './content-disposition.ts'
import { isId, publicAddress, renditionPath } from './file-address.ts'
import { mayOpen, recordOpening } from './original-door.ts'
import { signedLinkSecondsLeft } from './signed-link.ts'
import { privateFile } from './upload-store.ts'

// When opened on its own, a stored file runs nothing, loads nothing and can only be framed by us. This does not affect
// it as a picture or a video in our pages.
const SANDBOX =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; " +
  "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

const linkQuery = z.strictObject({
  expires: z.string(),
  signature: z.string(),
  rendition: z.enum(PRIVATE_RENDITIONS).optional(),
  reader: z.uuid().optional(),
  download: z.literal('1').optional(),
})

/** Registers downloads: public pictures and videos, and private files through signed links. */
export function downloadRoutes(app: FastifyInstance, deps: Deps, files: FileStore): void {
  app.route<{ Params: { bucket: string; owner: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/storage/public/:bucket/:owner/:file',
    handler: async (request, reply) => {
      const { bucket, owner, file } = request.params
      const { path, rendition } = foundOr404(publicAddress(bucket, owner, file))
      void reply.header('cross-origin-resource-policy', 'cross-origin')
      if (rendition !== null && (await files.stat(rendition)) !== null) {
        return sendFile(request, reply, files, {
          path: rendition,
          type: typeByEnding(rendition),
          tag: tagOf(rendition),
          cache: `public, max-age=${RENDITION_CACHE_SECONDS}, immutable`,
        })
      }
      return sendFile(request, reply, files, {
        path: foundOr404(path),
        type: typeByEnding(path ?? ''),
        tag: tagOf(path ?? ''),
        // The rendition is still being made, so an early retry must be able to get it.
        cache: rendition === null ? `public, max-age=${PUBLIC_CACHE_SECONDS}` : 'no-cache',
      })
    },
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/storage/private/:id',
    config: SIGNED_FILE,
    handler: async (request, reply) => {
      const { id } = request.params
      const query = linkQuery.safeParse(request.query)
      if (!query.success || !isId(id)) throw new AppError('request.not_found')
      const { expires, signature, rendition = null, reader: readerId = null } = query.data
      const link = { fileId: id, rendition, readerId, expires, signature }
      const secondsLeft = foundOr404(signedLinkSecondsLeft(deps.config, link, deps.clock()))
      const file = foundOr404(await privateFile(deps.pool, id))
      if (!(await mayOpen(deps.pool, file, link))) throw new AppError('request.not_found')
      void reply
        .header('cross-origin-resource-policy', 'same-origin')
        .header('referrer-policy', 'no-referrer')
      const cache = `private, max-age=${Math.floor(secondsLeft)}`
      if (rendition !== null) {
        if (rendition === 'marked.pdf')
          void reply.header(
            'content-disposition',
            contentDisposition('attachment', savedName(file)),
          )
        return sendFile(request, reply, files, {
          path: renditionPath(file.path, rendition),
          type: typeByEnding(rendition),
          tag: `"${id}-${rendition}-${Date.parse(file.prepared_at ?? '') || 0}"`,
          cache,
        })
      }
      if (request.method === 'GET') await recordOpening(deps.pool, file, readerId, deps.clock())
      const isSaved = query.data.download === '1' || SAVED_TYPES.has(file.file_type)
      void reply.header(
        'content-disposition',
        contentDisposition(isSaved ? 'attachment' : 'inline', savedName(file)),
      )
      return sendFile(request, reply, files, {
        path: file.path,
        type: file.file_type === 'text/plain' ? 'text/plain; charset=utf-8' : file.file_type,
        tag: `"${id}"`,
        cache,
      })
    },
  })
}

/** Returns the media type to serve: a stored path's extension matches its bytes. */
const typeByEnding = (path: string): string =>
  SHOWN_TYPES[path.split('.').at(-1) ?? ''] ?? 'image/webp'
const SHOWN_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  mov: 'video/quicktime',
}

/** Stored files never change, so the name is the ETag. */
const tagOf = (path: string): string => `"${path.slice(path.lastIndexOf('/') + 1)}"`

/** When opened on their own, these would run in the browser's viewer, to which our CSP does not apply. */
const SAVED_TYPES: ReadonlySet<string> = new Set(['application/pdf'])

interface Sent {
  path: string
  type: string
  tag: string
  cache: string
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  sent: Sent,
): Promise<FastifyReply> {
  const { size } = foundOr404(await files.stat(sent.path))
  void reply.headers({
    'cache-control': sent.cache,
    'x-content-type-options': 'nosniff',
    'content-security-policy': SANDBOX,
    'accept-ranges': 'bytes',
    etag: sent.tag,
  })
  if (request.headers['if-none-match'] === sent.tag) return reply.status(304).send()
  const ifRange = request.headers['if-range']
  const wanted = ifRange === undefined || ifRange === sent.tag ? request.headers.range : undefined
  const span = requestedSpan(wanted, size)
  if (span === 'none') return reply.status(416).header('content-range', `bytes */${size}`).send()

  void reply.type(sent.type)
  const part = span === 'whole' ? null : span
  void reply.header('content-length', part === null ? size : part.last - part.first + 1)
  if (part !== null) {
    void reply.status(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  }
  if (request.method === 'HEAD') return reply.send()
  return reply.send(foundOr404(await files.open(sent.path, part ?? undefined)))
}
