import type { FastifyInstance } from 'fastify'
import { LICENCE_KEYS_PATH, licenceCode, licenceDocumentPath } from '#contract/licences.ts'
import { LICENCE_RATE } from '#contract/rate-limits.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'
import { networkOf } from '#server/limits/network.ts'
import { assertPartOfDeal } from '#server/payments/payment-service.ts'
import { documentByCode } from './document-store.ts'
import { licenceKeys } from '#server/signatures/licence-keys.ts'
import { presentLicence } from './licence-presenter.ts'
import { licenceByCode, licenceOfProject } from '#server/licences/record/licence-store.ts'

/** Other sites may read a licence: an ad platform checks it by its code. */
const OPEN_TO_ALL = { 'access-control-allow-origin': '*' }
/** Keys are only ever added, and a certificate may be checked an hour after its key was created. */
const KEYS_CACHE = 'public, max-age=3600'

/** Licences, for anyone with the code and for the two sides of the deal. */
export function licenceRoutes(routes: Routes, deps: Deps): void {
  routes.anyone(
    'licences.check',
    async ({ viewer, params }) => {
      const code = licenceCode(params.code)
      const found = code === null ? null : await licenceByCode(deps.pool, code)
      if (found === null) throw new AppError('licence.not_found')
      return presentLicence(found, viewer, deps.clock())
    },
    OPEN_TO_ALL,
  )
  routes.signedIn('licences.of_project', async ({ viewer, params }) => {
    await assertPartOfDeal(deps, viewer, params.id)
    const found = await licenceOfProject(deps.pool, params.id)
    return found === null ? null : presentLicence(found, viewer, deps.clock())
  })
}

/** The keys by which anyone can verify a certificate without asking us. */
export function licenceKeyRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(LICENCE_KEYS_PATH, async (_request, reply) => {
    const keys = await licenceKeys(deps.pool)
    // Only at this point: a failure must not be cached.
    void reply.headers({ 'cache-control': KEYS_CACHE, ...OPEN_TO_ALL })
    return { keys }
  })
}

/** The certificate as a document, for anyone with the code. */
export function licenceDocumentRoutes(app: FastifyInstance, deps: Deps): void {
  const reads = createLocalBuckets(LICENCE_RATE)
  app.get<{ Params: { code: string } }>(
    decodeURIComponent(licenceDocumentPath(':code')),
    async (request, reply) => {
      const wait = reads.take(networkOf(request.ip), deps.clock().getTime())
      if (wait > 0) throw new AppError('request.too_many', { retryAfter: wait })
      const code = licenceCode(request.params.code)
      const pdf = code === null ? null : await documentByCode(deps.pool, code)
      if (code === null || pdf === null) throw new AppError('licence.not_found')
      void reply.headers({
        ...OPEN_TO_ALL,
        'x-robots-tag': 'noindex',
        'cache-control': 'no-cache',
        'content-disposition': `inline; filename="${code}.pdf"`,
      })
      return reply.type('application/pdf').send(pdf)
    },
  )
}
