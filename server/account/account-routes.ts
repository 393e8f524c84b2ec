import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps/deps.ts'
import { SIGNED_FILE } from '#server/http/files-origin.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { createAuthContext } from '#server/auth/service/auth-context.ts'
import { isId } from '#server/uploads/file-address.ts'
import { accountLogOf, logAccountAct } from '#server/account-log/account-log-store.ts'
import { deleteAccount } from './account-deletion.ts'
import { exportAccount } from './account-export.ts'
import { exportUrl, isGoodExportLink } from './export-link.ts'

/** The export and the deletion of one's own account. */
export function accountRoutes(routes: Routes, deps: Deps): void {
  const auth = createAuthContext(deps)

  routes.signedIn('account.export', async ({ viewer, request, now }) => {
    await logAccountAct(
      deps.pool,
      viewer.id,
      'data_exported',
      { ip: request.ip, userAgent: request.headers['user-agent'] ?? null },
      now,
    )
    return { url: exportUrl(deps.config, viewer.id, now) }
  })

  routes.signedIn('account.log', ({ viewer, query, now }) =>
    accountLogOf(deps.pool, viewer.id, { after: query.after, now }),
  )

  routes.signedIn('account.delete', async ({ viewer, body, now }) => {
    await deleteAccount(deps, auth, viewer, body, now)
    return { deleted: true }
  })
}

const linkQuery = z.strictObject({ expires: z.string(), signature: z.string() })

/** Sends the file behind the link. It is generated while it is read, so nothing of it is stored. */
export function exportRoute(app: FastifyInstance, deps: Deps, files: FileStore): void {
  app.get<{ Params: { id: string } }>(
    '/storage/export/:id',
    { exposeHeadRoute: false, config: SIGNED_FILE },
    async (request, reply) => {
      const { id } = request.params
      const query = linkQuery.safeParse(request.query)
      const isGood =
        isId(id) && query.success && isGoodExportLink(deps.config, id, query.data, deps.clock())
      if (!isGood) throw new AppError('request.not_found')
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-disposition': 'attachment; filename="cartwright-data.zip"',
          'referrer-policy': 'no-referrer',
        })
        .type('application/zip')
        .send(exportAccount(deps, files, id))
    },
  )
}
