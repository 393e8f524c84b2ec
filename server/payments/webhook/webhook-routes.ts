import type { FastifyError, FastifyInstance } from 'fastify'
import {
  type DeliveryOutcome,
  type DeliveryRefusal,
  EVENT_BYTES,
} from '#contract/webhook-deliveries.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { asRefusal } from '#server/http/error-handler.ts'
import { WebhookSignatureError } from '#server/providers/stripe/provider-news.ts'
import { createDeliveryCounts } from './delivery-counts.ts'
import { receiveEvent } from './provider-events.ts'

/**
 * POST /webhooks/stripe: the provider's events. The signature covers the raw bytes, so this scope reads them unparsed.
 * Anything unsigned, stale or from the future is refused, logged and counted (decision 0114), and changes nothing. Returns the
 * counts of this process since its start.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  deps: Deps,
  countsWrittenMs?: number,
): Promise<() => ReadonlyMap<DeliveryOutcome, number>> {
  const deliveries = createDeliveryCounts(deps, countsWrittenMs)
  app.addHook('onClose', () => deliveries.close())
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    // Every refusal passes through here, including those of bodies that are never read.
    scope.addHook('onError', async (request, _reply, error) => {
      const refusal = refusalOf(error)
      if (refusal === null) return
      deliveries.count(refusal)
      const { message } = error.cause instanceof WebhookSignatureError ? error.cause : error
      request.log.warn({ refusal, reason: message }, 'refused a webhook')
    })
    scope.post('/webhooks/stripe', { bodyLimit: EVENT_BYTES }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      try {
        if (typeof signature !== 'string' || signature === '')
          throw new WebhookSignatureError('no_signature', 'there is no signature')
        if (!Buffer.isBuffer(request.body))
          throw new WebhookSignatureError('malformed', 'there is no body')
        await receiveEvent(deps, deps.payments.verifyWebhook(request.body, signature, deps.clock()))
      } catch (error) {
        if (!(error instanceof WebhookSignatureError)) throw error
        throw new AppError('request.malformed', { cause: error })
      }
      deliveries.count('accepted')
      return reply.status(200).send({ received: true })
    })
  })
  return deliveries.totals
}

/** Null for our own failures: the provider sends such an event again. */
function refusalOf(error: FastifyError): DeliveryRefusal | null {
  if (error.cause instanceof WebhookSignatureError) return error.cause.refusal
  const { status } = asRefusal(error)
  if (status >= 500) return null
  return status === 413 ? 'too_large' : 'malformed'
}
