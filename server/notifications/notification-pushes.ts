import { noticeFor } from '#contract/notices.ts'
import { type PushContent } from '#contract/push.ts'
import type { Queryable } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { dropSubscriptionsOf, hasSubscriptions, subscriptionsOf } from '#server/push/push-store.ts'
import { lockUnpushed, notificationOf, type PushFate, settlePush } from './notification-store.ts'
import { addressOf, isLookingAt, wantsPush } from './reader-store.ts'

/** Queues the decision about a notice's push. Does nothing for the many people who have registered no browser. */
export async function pushLater(tx: Queryable, userId: string, id: number): Promise<void> {
  if (await hasSubscriptions(tx, userId))
    await enqueue(tx, 'notifications.push', { notification_id: id })
}

/**
 * The job: pushes a notice unless its reader has seen it, has its page open, wants no pushes of its kind or is gone.
 * The decision and a job for each of their browsers share one transaction, so running it again is a no-op.
 */
export async function pushNotification(deps: Deps, notificationId: number): Promise<void> {
  if (deps.config.push === null) return
  await inTransaction(deps.pool, async (tx) => {
    const notification = await lockUnpushed(tx, notificationId)
    if (notification === null) return
    const now = deps.clock()
    const { id, user_id: userId, kind, page } = notification
    let fate: PushFate = 'sent'
    if ((await addressOf(tx, userId, now)) === null) {
      fate = 'gone'
      // A ban that is made in the auth service's own administration does not end sessions.
      await dropSubscriptionsOf(tx, userId)
    } else if (notification.read_at !== null) fate = 'read'
    else if (!(await wantsPush(tx, userId, kind))) fate = 'off'
    else if (await isLookingAt(tx, userId, page, now)) fate = 'looking'
    await settlePush(tx, id, fate)
    if (fate === 'sent') await sendToAll(tx, userId, { notification_id: id }, now)
  })
}

/** What a push is about: a notice, or the unread messages of a conversation. */
export type PushSubject = { notification_id: number } | { conversation_id: string; since: string }

/** One job for each of a person's browsers: one that fails is retried separately. */
export async function sendToAll(
  tx: Tx,
  userId: string,
  about: PushSubject,
  now: Date,
): Promise<void> {
  for (const id of await subscriptionsOf(tx, userId, now))
    await enqueue(tx, 'push.send', { subscription_id: id, user_id: userId, ...about })
}

/** What a push says, and the moment from which it is true: a push older than PUSH_TTL_SECONDS is not sent. */
export interface TimedPush {
  content: PushContent
  since: Date
}

/** What a notice's push says; null when the notice was read meanwhile, or was deleted. */
export async function noticePush(
  db: Queryable,
  id: number,
  userId: string,
): Promise<TimedPush | null> {
  const notification = await notificationOf(db, id, userId)
  if (notification === null || notification.read_at !== null) return null
  const { notice, audience, facts, kind } = notification
  const words = noticeFor(notice, audience)
  if (words === null) return null
  const content = {
    tag: `notice-${id}`,
    title: words.mail.subject(facts),
    kind,
    path: words.path(facts),
  }
  return { content, since: new Date(notification.created_at) }
}
