import { PUSHED_KINDS, PUSH_LIMITS } from '#contract/push.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { PushTarget } from '#server/providers/push/push-sender.ts'

/** A browser to register: its owner, and the session that registers it. */
export interface NewSubscription extends PushTarget {
  userId: string
  sessionId: string
}

/** Serializes registrations of browsers by this person; returns false when the session is over. */
export async function lockSessionFor(
  tx: Tx,
  { userId, sessionId }: Pick<NewSubscription, 'userId' | 'sessionId'>,
): Promise<boolean> {
  await maybeRow(tx, sql`select 1 from auth.users where id = ${userId} for no key update`)
  const session = await maybeRow(
    tx,
    sql`select 1 from auth.sessions where id = ${sessionId} and user_id = ${userId} for key share`,
  )
  return session !== null
}

/**
 * Registers a browser for a session. A browser that another person registered moves only with its secret, which no one
 * but the browser knows: returns false without it.
 */
export async function putSubscription(
  tx: Tx,
  { userId, sessionId, endpoint, p256dh, auth }: NewSubscription,
  now: Date,
): Promise<boolean> {
  await execute(
    tx,
    sql`delete from push_subscriptions where session_id = ${sessionId} and endpoint <> ${endpoint}`,
  )
  const stored = await maybeRow(
    tx,
    sql`insert into push_subscriptions as known (user_id, session_id, endpoint, p256dh, auth, created_at)
      values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
      on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at, last_success_at = null, failures = 0
        where known.user_id = excluded.user_id or known.auth = excluded.auth
      returning 1`,
  )
  return stored !== null
}

/** Removes a person's oldest browsers beyond the limit. */
export const keepNewest = (tx: Tx, userId: string) =>
  execute(
    tx,
    sql`delete from push_subscriptions where user_id = ${userId} and id not in (
      select id from push_subscriptions where user_id = ${userId}
      order by created_at desc, id desc limit ${PUSH_LIMITS.browsers})`,
  )

export const dropSubscriptionOf = (db: Queryable, sessionId: string) =>
  execute(db, sql`delete from push_subscriptions where session_id = ${sessionId}`)

export const dropSubscriptionsOf = (db: Queryable, userId: string) =>
  execute(db, sql`delete from push_subscriptions where user_id = ${userId}`)

/** Whether this session's browser is registered. */
export const isSubscribed = async (db: Queryable, sessionId: string): Promise<boolean> =>
  (await maybeRow(db, sql`select 1 from push_subscriptions where session_id = ${sessionId}`)) !==
  null

/** Whether a person has registered any browser. */
export const hasSubscriptions = async (db: Queryable, userId: string): Promise<boolean> =>
  (await maybeRow(db, sql`select 1 from push_subscriptions where user_id = ${userId} limit 1`)) !==
  null

const inForce = (now: Date) =>
  sql`exists (select from auth.sessions where auth.sessions.id = push_subscriptions.session_id
    and (auth.sessions.not_after is null or auth.sessions.not_after > ${now}))`

/** The ids of a person's browsers whose sessions are in force. */
export async function subscriptionsOf(db: Queryable, userId: string, now: Date): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select id from push_subscriptions where user_id = ${userId} and ${inForce(now)} order by id`,
  )
  return found.map(({ id }) => id)
}

/** One of a person's browsers, if it is still theirs and its session is in force. */
export const targetOf = (
  db: Queryable,
  { id, userId }: { id: number; userId: string },
  now: Date,
) =>
  maybeRow<PushTarget>(
    db,
    sql`select endpoint, p256dh, auth from push_subscriptions
      where id = ${id} and user_id = ${userId} and ${inForce(now)}`,
  )

/** A browser at the address it had: a later registration under the same id has a different address. */
interface Tried {
  id: number
  endpoint: string
}

export const noteAccepted = (db: Queryable, { id, endpoint }: Tried, now: Date) =>
  execute(
    db,
    sql`update push_subscriptions set last_success_at = ${now}, failures = 0
      where id = ${id} and endpoint = ${endpoint}`,
  )

export const noteFailed = (db: Queryable, { id, endpoint }: Tried) =>
  execute(
    db,
    sql`update push_subscriptions set failures = failures + 1 where id = ${id} and endpoint = ${endpoint}`,
  )

export const dropSubscription = (db: Queryable, { id, endpoint }: Tried) =>
  execute(db, sql`delete from push_subscriptions where id = ${id} and endpoint = ${endpoint}`)

/**
 * Enables a push for each kind that the person is mailed about, when their first browser is registered. A kind for
 * which they already made a choice stays as it is.
 */
export const beginWithMails = (tx: Tx, userId: string) =>
  execute(
    tx,
    sql`insert into notification_preferences as known (user_id, kind, email, push)
      select ${userId}, kind, true, true from unnest(${PUSHED_KINDS}::text[]) as kind
      on conflict (user_id, kind) do update set push = known.email where known.push is null`,
  )
