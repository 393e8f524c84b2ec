import { noticePage } from '#contract/notice.ts'
import { noticeFor, notices } from '#contract/notices.ts'
import type { ClockKind, EventEntity, EventKind, NoticeKind } from '#contract/events.ts'
import { AUDIENCES } from '#contract/notifications.ts'
import { areApart } from '#server/apart/apart.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { clockCause } from './clock-cause.ts'
import { pushLater } from './notification-pushes.ts'
import { insertNotification } from './notification-store.ts'
import { noticeSubject, type NoticeSubject } from './notice-facts.ts'

/** The part of an event that decides who is notified. */
interface HappenedEvent {
  entity: EventEntity
  entityId: string
  move: string
  actorId: string | null
  escalates?: boolean
}

/** Moves that a provider completes on someone's order: the person who gave the order already knows. */
const ORDERED: readonly EventKind[] = ['payment.release', 'payment.refund']

/** Notifies everyone the contract lists for an event, except its actor, in the caller's transaction. */
export async function notifyOfEvent(
  tx: Queryable,
  eventId: number,
  { entity, entityId, move, actorId, escalates = false }: HappenedEvent,
): Promise<void> {
  const kind = `${entity}.${move}` as EventKind
  await notify(tx, {
    kind,
    cause: `event:${eventId}`,
    entity,
    entityId,
    actorId,
    ordered: ORDERED.includes(kind),
    daysLeft: null,
    escalates,
  })
}

/**
 * What a clock job notifies about. `mark` names the moment (a day of the window), so that each moment is notified once.
 */
export interface Reminder {
  kind: ClockKind
  entity: EventEntity
  entityId: string
  mark: string
  daysLeft: number
  /** For a review: without an answer a dispute opens instead of an approval. */
  escalates?: boolean
}

/** Notifies everyone the contract lists for a moment that has come. Idempotent. */
export const notifyOfClock = (tx: Queryable, reminder: Reminder): Promise<void> =>
  notify(tx, {
    kind: reminder.kind,
    cause: clockCause(reminder),
    entity: reminder.entity,
    entityId: reminder.entityId,
    actorId: null,
    ordered: false,
    daysLeft: reminder.daysLeft,
    escalates: reminder.escalates ?? false,
  })

interface NoticeRequest {
  kind: NoticeKind
  cause: string
  entity: EventEntity
  entityId: string
  actorId: string | null
  /** Whether the person who gave the order counts as its actor. */
  ordered: boolean
  daysLeft: number | null
  escalates: boolean
}

async function notify(tx: Queryable, what: NoticeRequest): Promise<void> {
  if ('nobody' in notices[what.kind]) return
  const { daysLeft, escalates } = what
  const context = { bySystem: what.actorId === null, daysLeft, escalates }
  const subject = await noticeSubject(tx, what.entity, what.entityId, context)
  if (subject === null) return
  if (await isUnwanted(tx, subject)) return
  const doer = what.ordered ? (what.actorId ?? subject.ordered_by) : what.actorId
  const people: string[] = []
  for (const audience of AUDIENCES) {
    const userId = audience === 'seller' ? subject.seller_id : subject.creator_id
    const notice = noticeFor(what.kind, audience)
    if (userId === null || userId === doer || notice === null) continue
    // What a creator has not handed in is visible to them alone.
    const facts = audience === 'creator' ? subject.facts : { ...subject.facts, waiting_file: null }
    if (notice.when !== undefined && !notice.when(facts)) continue
    const id = await insertNotification(tx, {
      userId,
      otherId: audience === 'seller' ? subject.creator_id : subject.seller_id,
      cause: what.cause,
      notice: what.kind,
      audience,
      kind: notice.kind,
      facts,
      page: noticePage(notice.path(facts)),
    })
    if (id === null) continue
    people.push(userId)
    await enqueue(tx, 'notifications.mail', { notification_id: id })
    await pushLater(tx, userId, id)
  }
  if (people.length > 0)
    await enqueue(tx, 'realtime.changed', {
      user_ids: people,
      topics: ['notifications'],
      project_id: null,
    })
}

/** Two people who are apart get no notices about each other, except about a deal they have. */
async function isUnwanted(
  tx: Queryable,
  { seller_id: seller, creator_id: creator, facts }: NoticeSubject,
): Promise<boolean> {
  if (seller === null || creator === null || !(await areApart(tx, seller, creator))) return false
  const deal = await maybeRow(
    tx,
    sql`select from applications where project_id = ${facts.project_id} and creator_id = ${creator} and status = 'accepted'`,
  )
  return deal === null
}
