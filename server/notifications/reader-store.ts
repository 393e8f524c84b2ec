import {
  MAILED_ON_REQUEST,
  NOTIFICATION_KINDS,
  type NotificationKind,
  PRESENCE,
} from '#contract/notifications.ts'
import type { NotificationChoice, NotificationPreference } from '#contract/notification-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, rows, sql, type Statement } from '#server/db/sql.ts'

/** Whether and where a person wants to be notified, and what they are looking at. */

/** Where a person's mail goes; null when they were deleted or suspended, or have no address. */
export async function addressOf(db: Queryable, userId: string, now: Date): Promise<string | null> {
  const user = await maybeRow<{ email: string }>(
    db,
    sql`select email from auth.users where id = ${userId} and email is not null and deleted_at is null
      and (banned_until is null or banned_until <= ${now})`,
  )
  return user?.email ?? null
}

/** Whether a kind is mailed to someone who has made no choice. */
const isMailed = (kind: NotificationKind): boolean => !MAILED_ON_REQUEST.includes(kind)

/** Whether a person wants mails of a kind, as they chose. */
export async function wantsMail(
  db: Queryable,
  userId: string,
  kind: NotificationKind,
): Promise<boolean> {
  const preference = await maybeRow<{ email: boolean }>(
    db,
    sql`select email from notification_preferences where user_id = ${userId} and kind = ${kind}`,
  )
  return preference?.email ?? isMailed(kind)
}

/** Every kind, in the order of the contract. */
export async function preferencesOf(
  db: Queryable,
  userId: string,
): Promise<NotificationPreference[]> {
  const stored = await rows<NotificationPreference>(
    db,
    sql`select kind, email, push is true as push from notification_preferences where user_id = ${userId}`,
  )
  const known = new Map(stored.map((preference) => [preference.kind, preference]))
  return NOTIFICATION_KINDS.map(
    (kind) => known.get(kind) ?? { kind, email: isMailed(kind), push: false },
  )
}

/** Locks the profile, as `keepOwnProfile` does; for an insert of one statement. */
const hasAccount = (userId: string): Statement =>
  sql`id = ${userId} and shown_from is not null for key share`

interface Choice extends Pick<NotificationChoice, 'kind'> {
  email?: boolean | null | undefined
  push?: boolean | null | undefined
}

/**
 * Stores what someone chose about a kind; what they omitted stays. Waits for a deletion of the account that is under
 * way, and then stores nothing.
 */
export const setPreference = (
  db: Queryable,
  userId: string,
  { kind, email = null, push = null }: Choice,
) =>
  execute(
    db,
    sql`insert into notification_preferences as known (user_id, kind, email, push)
      select id, ${kind}, coalesce(${email}::boolean, ${isMailed(kind)}), ${push} from profiles where ${hasAccount(userId)}
      on conflict (user_id, kind) do update set email = coalesce(${email}::boolean, known.email),
        push = coalesce(excluded.push, known.push)`,
  )

/** Whether a person wants pushes of a kind: only if they opted in. */
export async function wantsPush(
  db: Queryable,
  userId: string,
  kind: NotificationKind,
): Promise<boolean> {
  const wanted = await maybeRow(
    db,
    sql`select 1 from notification_preferences where user_id = ${userId} and kind = ${kind} and push`,
  )
  return wanted !== null
}

/** Records that a person has a page (a path without query) on screen. Stores nothing for a deleted account, as above. */
export const noteSeen = (db: Queryable, userId: string, path: string, now: Date) =>
  execute(
    db,
    sql`insert into page_presence (user_id, path, seen_at)
      select id, ${path}, ${now} from profiles where ${hasAccount(userId)}
      on conflict (user_id, path) do update set seen_at = greatest(page_presence.seen_at, excluded.seen_at)`,
  )

/** Whether a person had a page on screen within the last minute. */
export async function isLookingAt(
  db: Queryable,
  userId: string,
  path: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - PRESENCE.countsMs)
  const seen = await maybeRow(
    db,
    sql`select 1 from page_presence where user_id = ${userId} and path = ${path} and seen_at > ${since}`,
  )
  return seen !== null
}
