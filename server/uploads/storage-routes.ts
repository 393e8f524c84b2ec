import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps/deps.ts'
import type { Authenticate } from '#server/http/routes.ts'
import { downloadRoutes } from './download-routes.ts'
import type { Storage } from './storage.ts'
import { uploadRoutes } from './upload-routes.ts'

/** Registers everything under /storage: resumable uploads, public pictures, signed private links. */
export async function storageRoutes(
  app: FastifyInstance,
  deps: Deps,
  storage: Storage,
  authenticate: Authenticate,
): Promise<void> {
  // In its own scope, so that the body handling of the upload paths stays there.
  await app.register(async (scope) => uploadRoutes(scope, deps, storage, authenticate))
  downloadRoutes(app, deps, storage.tools.files)
}
