import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import type { Deps } from '../deps.ts'
import type { Authenticate } from '../http/routes.ts'
import { localFileStore } from '../providers/files/local-file-store.ts'
import { downloadRoutes } from './download-routes.ts'
import { uploadRoutes } from './upload-routes.ts'

/** Registers everything under /storage: resumable uploads, public pictures, signed private links. */
export async function storageRoutes(
  app: FastifyInstance,
  deps: Deps,
  authenticate: Authenticate,
): Promise<void> {
  const files = localFileStore(join(deps.config.dataDir, 'files'))
  // Of its own, so that the upload paths' way with bodies stays theirs.
  await app.register(async (scope) => uploadRoutes(scope, deps, files, authenticate))
  downloadRoutes(app, deps, files)
}
