import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps/deps.ts'
import { SIGNED_FILE } from '#server/http/files-origin.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { contentDisposition } from '#server/uploads/content-disposition.ts'
import { isId } from '#server/uploads/file-address.ts'
import { isGoodApprovedWorkLink } from './approved-work-link.ts'
import { approvedWorkZip, archiveName, linkApprovedWork } from './approved-work-service.ts'
import { ownListing } from './approved-work-store.ts'

/** All approved work of a project that hires several, for its brand. */
export function approvedWorkRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('projects.approved_work', ({ viewer, params, now }) =>
    linkApprovedWork(deps, viewer, params.id, now),
  )
}

const linkQuery = z.strictObject({ brand: z.uuid(), expires: z.string(), signature: z.string() })

/**
 * The archive behind the link. It is generated as it is read, so nothing of it is stored and little of it is in memory.
 */
export function approvedWorkFileRoute(app: FastifyInstance, deps: Deps, files: FileStore): void {
  app.get<{ Params: { id: string } }>(
    '/storage/approved-work/:id',
    { exposeHeadRoute: false, config: SIGNED_FILE },
    async (request, reply) => {
      const { id } = request.params
      const query = linkQuery.safeParse(request.query)
      if (!isId(id) || !query.success) throw new AppError('request.not_found')
      const work = { listingId: id, sellerId: query.data.brand }
      if (!isGoodApprovedWorkLink(deps.config, work, query.data, deps.clock()))
        throw new AppError('request.not_found')
      const { title } = foundOr404(await ownListing(deps.pool, work))
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-disposition': contentDisposition('attachment', archiveName(title)),
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .type('application/zip')
        .send(approvedWorkZip(deps, files, work))
    },
  )
}
