import type { Answer, Parsed } from '#contract/schemas.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { mayBeEndpoint } from '#server/providers/push/push-endpoint.ts'
import {
  beginWithMails,
  dropSubscriptionOf,
  isSubscribed,
  keepNewest,
  lockSessionFor,
  putSubscription,
} from './push-store.ts'

/** What the settings page shows: whether web push is offered, and whether this session's browser has it. */
export async function pushState(deps: Deps, viewer: Viewer): Promise<Answer<'push.state'>> {
  return {
    subscribed: await isSubscribed(deps.pool, viewer.sessionId),
    server_key: deps.config.push?.publicKey ?? null,
  }
}

/**
 * Registers the browser of the viewer's session. The address comes from outside and we call it later, so it must be one
 * on the public Internet (decision 0119).
 */
export async function subscribe(
  deps: Deps,
  viewer: Viewer,
  target: Parsed<'push.subscribe'>['body'],
  now: Date,
): Promise<void> {
  const { push } = deps.config
  if (push === null) throw new AppError('push.off')
  if (!mayBeEndpoint(target.endpoint, push.sandboxOrigin))
    throw new AppError('push.endpoint_refused')
  const whose = { userId: viewer.id, sessionId: viewer.sessionId }
  await inTransaction(deps.pool, async (tx) => {
    if (!(await lockSessionFor(tx, whose))) throw new AppError('request.unauthenticated')
    if (!(await putSubscription(tx, { ...target, ...whose }, now)))
      throw new AppError('push.not_yours')
    await keepNewest(tx, viewer.id)
    await beginWithMails(tx, viewer.id)
  })
}

/** Removes the registration of the browser of the viewer's session; idempotent. */
export async function unsubscribe(deps: Deps, viewer: Viewer): Promise<void> {
  await dropSubscriptionOf(deps.pool, viewer.sessionId)
}
