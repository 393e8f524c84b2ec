import type { FastifyInstance } from 'fastify'
import { SIGNING_CERTIFICATES_PATH } from '#contract/licences.ts'
import type { Deps } from '#server/deps/deps.ts'
import { signingCertificates } from './certificate-store.ts'

/** Certificates are only ever added. */
const CACHE = 'public, max-age=3600'

/** The certificates that documents were signed with, for anyone who wants their PDF reader to trust them. */
export function signingCertificateRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(SIGNING_CERTIFICATES_PATH, async (_request, reply) => {
    const pem = await signingCertificates(deps.pool)
    // Set only now, because a failure must not be cached.
    void reply.headers({ 'cache-control': CACHE, 'access-control-allow-origin': '*' })
    return reply.type('application/x-pem-file').send(pem)
  })
}
