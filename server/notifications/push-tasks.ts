import { PUSH_TTL_SECONDS } from '#contract/push.ts'
import type { Deps } from '#server/deps/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { JobPayloads } from '#server/jobs/job-payloads.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { createPushSender, type PushSender } from '#server/providers/push/push-sender.ts'
import {
  dropSubscription,
  dropSubscriptionsOf,
  noteAccepted,
  noteFailed,
  targetOf,
} from '#server/push/push-store.ts'
import { digestPush } from './digest-pushes.ts'
import { noticePush, pushNotification } from './notification-pushes.ts'
import { addressOf } from './reader-store.ts'

/** A push that the push service may accept later: the queue retries it. Does not name the endpoint. */
class PushDelayed extends Error {
  override name = 'PushDelayed'
}

/** The pushes behind notices, from jobs that were committed with them. Without a key pair nothing is sent. */
export function pushTasks(deps: Deps): Pick<Tasks, 'notifications.push' | 'push.send'> {
  const { push } = deps.config
  const send = push === null ? null : createPushSender(push)
  return {
    'notifications.push': ({ notification_id }) => pushNotification(deps, notification_id),
    'push.send': async (job) => {
      if (send !== null) await deliver(deps, send, job)
    },
  }
}

/**
 * Sends one push to one browser, unless the message was read, its reader or their session is gone, or it is too old by
 * now. A job that runs twice sends it twice, with the same topic and tag, so the browser shows one.
 */
async function deliver(deps: Deps, send: PushSender, job: JobPayloads['push.send']): Promise<void> {
  const { pool } = deps
  const now = deps.clock()
  const { subscription_id: id, user_id: userId } = job
  if ((await addressOf(pool, userId, now)) === null) {
    await dropSubscriptionsOf(pool, userId)
    return
  }
  const target = await targetOf(pool, { id, userId }, now)
  if (target === null) return
  const push =
    'notification_id' in job
      ? await noticePush(pool, job.notification_id, userId)
      : await digestPush(pool, job, userId)
  if (push === null) return
  const ageSeconds = Math.floor((now.getTime() - push.since.getTime()) / 1_000)
  const ttlSeconds = PUSH_TTL_SECONDS - Math.max(0, ageSeconds)
  if (ttlSeconds <= 0) return
  const tried = { id, endpoint: target.endpoint }
  const outcome = await send(target, {
    payload: JSON.stringify(push.content),
    ttlSeconds,
    topic: topicOf(push.content.tag),
  })
  if (outcome.kind === 'accepted') return void (await noteAccepted(pool, tried, now))
  if (outcome.kind === 'gone') return void (await dropSubscription(pool, tried))
  await noteFailed(pool, tried)
  if (outcome.kind === 'refused') {
    const service = new URL(target.endpoint).origin
    deps.log.warn({ service, status: outcome.status }, 'a push service refused a push')
    return
  }
  if (outcome.waitMs === null) throw new PushDelayed(`the push service: ${outcome.problem}`)
  await enqueue(pool, 'push.send', job, { runAt: new Date(now.getTime() + outcome.waitMs) })
}

/** At most 32 characters (RFC 8030), so an id in it loses its hyphens. */
const topicOf = (tag: string): string => tag.replaceAll('-', '').slice(-32)
