import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { WebhookSignatureError } from '#server/providers/stripe/provider-news.ts'
import { receiveEvent } from './provider-events.ts'

/**
 * Maximum bytes of one event. Stripe publishes none. An object may carry 50 metadata entries of 540 characters (27 kB),
 * and an update carries it twice, with `previous_attributes`; this is four times that. Strangers gain nothing by it:
 * the signature is checked over the raw bytes before anything is parsed.
 */
export const EVENT_BYTES = 256 * 1024

/**
 * POST /webhooks/stripe: the provider's events. The signature covers the raw bytes, so this scope reads them unparsed.
 * Anything unsigned, stale or from the future is refused and logged, and changes nothing.
 */
export async function webhookRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/webhooks/stripe', { bodyLimit: EVENT_BYTES }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      if (!Buffer.isBuffer(request.body) || typeof signature !== 'string')
        throw new AppError('request.malformed')
      try {
        await receiveEvent(deps, deps.payments.verifyWebhook(request.body, signature, deps.clock()))
      } catch (error) {
        if (!(error instanceof WebhookSignatureError)) throw error
        request.log.warn({ reason: error.message }, 'refused a webhook')
        throw new AppError('request.malformed', { cause: error })
      }
      return reply.status(200).send({ received: true })
    })
  })
}
