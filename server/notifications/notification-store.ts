import type { NoticeKind } from '#contract/events.ts'
import type { NoticeFacts } from '#contract/notice.ts'
import {
  type Audience,
  NOTIFICATION_LIMITS,
  type NotificationKind,
} from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { haveDealFrom, notApartFrom } from '#server/apart/apart.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { ONCE } from './clock-cause.ts'

/** A notification as stored: which notice it is, and the facts at the time it was raised. */
export interface NotificationRow {
  id: number
  user_id: string
  notice: NoticeKind
  audience: Audience
  kind: NotificationKind
  facts: NoticeFacts
  page: string
  read_at: string | null
  created_at: string
}

const columns = raw('id, user_id, notice, audience, kind, facts, page, read_at, created_at')

export interface NewNotification {
  userId: string
  /** The other side of what the notification is about; null if there is none. */
  otherId: string | null
  cause: string
  notice: NoticeKind
  audience: Audience
  kind: NotificationKind
  facts: NoticeFacts
  page: string
}

/** Inserts a notification and returns its number; null when this person already has one for this cause. */
export async function insertNotification(
  tx: Queryable,
  { userId, otherId, cause, notice, audience, kind, facts, page }: NewNotification,
): Promise<number | null> {
  const inserted = await maybeRow<{ id: number }>(
    tx,
    sql`insert into notifications (user_id, other_id, cause, notice, audience, kind, facts, page)
      values (${userId}, ${otherId}, ${cause}, ${notice}, ${audience}, ${kind}, ${JSON.stringify(facts)}, ${page})
      on conflict on constraint notifications_once_per_cause do nothing
      returning id`,
  )
  return inserted?.id ?? null
}

const page = raw(String(NOTIFICATION_LIMITS.page))

/**
 * The condition under which a notice is shown: not while its two sides are apart, unless it is about a deal they have.
 */
const inReach = (userId: string) =>
  sql`(notifications.other_id is null or ${notApartFrom(raw('notifications.other_id'), userId)}
    or ${haveDealFrom(raw("(notifications.facts ->> 'project_id')::uuid"), raw(`case notifications.audience when 'creator' then notifications.user_id else notifications.other_id end`))})`

/** A page, newest first: the first one, or the one after notification `before`. */
export const notificationsOf = (db: Queryable, userId: string, before: number | null) =>
  before === null
    ? rows<NotificationRow>(
        db,
        sql`select ${columns} from notifications where user_id = ${userId} and ${inReach(userId)}
          order by created_at desc, id desc limit ${page}`,
      )
    : rows<NotificationRow>(
        db,
        sql`select ${columns} from notifications
          where user_id = ${userId} and ${inReach(userId)} and (created_at, id) < (
            select last.created_at, last.id from notifications last where last.id = ${before} and last.user_id = ${userId})
          order by created_at desc, id desc limit ${page}`,
      )

export const unreadCount = (db: Queryable, userId: string) =>
  oneRow<{ unread: number }>(
    db,
    sql`select count(*) as unread from notifications where user_id = ${userId} and read_at is null
      and ${inReach(userId)}`,
  )

/** Marks one of a person's own notifications as read, if it is not; null when they have no such notification. */
export const markRead = (db: Queryable, userId: string, id: number, now: Date) =>
  maybeRow<NotificationRow>(
    db,
    sql`update notifications set read_at = coalesce(read_at, ${now})
      where id = ${id} and user_id = ${userId} returning ${columns}`,
  )

/** Marks a notification and everything before it as read. */
export const markAllRead = (db: Queryable, userId: string, upTo: number, now: Date) =>
  execute(
    db,
    sql`update notifications set read_at = ${now}
      where user_id = ${userId} and read_at is null and (created_at, id) <= (
        select newest.created_at, newest.id from notifications newest
        where newest.id = ${upTo} and newest.user_id = ${userId})`,
  )

/** Marks every notification that leads to a page as read: its reader has just opened it. */
export const markPageRead = (db: Queryable, userId: string, path: string, now: Date) =>
  execute(
    db,
    sql`update notifications set read_at = ${now}
      where user_id = ${userId} and page = ${path} and read_at is null`,
  )

/**
 * An application moved to the deal that was split off: from now on the notices about it and its offers, of both sides,
 * lead to the deal. So do mails that are still to be sent.
 */
export const leadToDeal = (
  tx: Tx,
  {
    dealId,
    listingId,
    application,
  }: {
    dealId: string
    listingId: string
    application: { id: string; sellerId: string; creatorId: string }
  },
) =>
  execute(
    tx,
    sql`with offered as (select id from offers where application_id = ${application.id})
      update notifications set facts = jsonb_set(facts, '{project_id}', to_jsonb(${dealId}::text)),
        page = case page when ${paths.project(listingId)} then ${paths.project(dealId)} else page end
      where user_id in (${application.sellerId}, ${application.creatorId}) and facts ->> 'project_id' = ${listingId}
        and cause in (
          select 'event:' || events.id from events
            where entity = 'application' and entity_id = ${application.id}
              or entity = 'offer' and entity_id in (select id from offered)
          union all select concat_ws(':', 'clock.offer_reminder', id, ${ONCE}::text) from offered)`,
  )

/** The outcome of a notification's mail. 'gone': the reader has left, or is apart from the person it is about. */
export type MailOutcome = 'sent' | 'looking' | 'read' | 'off' | 'gone'

/** Locks a notification whose mail is still undecided; null when it was decided or does not exist. */
export const lockUnmailed = (tx: Tx, id: number) =>
  maybeRow<NotificationRow>(
    tx,
    sql`select ${columns} from notifications where id = ${id} and mail = 'waiting' for update`,
  )

/** The outcome of a notice's push, with the values of MailOutcome. */
export type PushFate = MailOutcome

/** Locks a notification whose push is still undecided; null when it was decided or does not exist. */
export const lockUnpushed = (tx: Tx, id: number) =>
  maybeRow<NotificationRow>(
    tx,
    sql`select ${columns} from notifications where id = ${id} and push is null for update`,
  )

export const settlePush = (tx: Tx, id: number, fate: PushFate) =>
  execute(tx, sql`update notifications set push = ${fate} where id = ${id}`)

/** One of a person's own notifications. */
export const notificationOf = (db: Queryable, id: number, userId: string) =>
  maybeRow<NotificationRow>(
    db,
    sql`select ${columns} from notifications where id = ${id} and user_id = ${userId} and ${inReach(userId)}`,
  )

export const settleMail = (tx: Tx, id: number, outcome: MailOutcome) =>
  execute(tx, sql`update notifications set mail = ${outcome} where id = ${id}`)
