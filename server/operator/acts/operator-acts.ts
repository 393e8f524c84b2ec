import type { EventMove } from '#contract/events.ts'
import type { OperatorAct } from '#contract/operator-record-schemas.ts'
import type { ActSubject } from '#contract/operator.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { cursorNumber, numberedPage, pageLimit } from './operator-pages.ts'

/** What an operator did, to what, and why. */
export interface NewAct {
  actorId: string
  act: EventMove<'operator_act'>
  subject: ActSubject
  subjectId: string
  /** A short current name; empty for people, whose name is read from their profile. */
  subjectName: string
  reason: string | null
  /** The project that the act is about, so that the act appears among that project's events. */
  projectId?: string | null
}

/** The outcome of an act, for its response. */
export interface Acted {
  changed: boolean
  reason: string | null
}

/** Nothing was done: the subject was already in that state. */
export const NOTHING_DONE: Acted = { changed: false, reason: null }

/** Records an act and its event in the caller's transaction: they exist exactly if the change does. */
export async function recordAct(tx: Tx, act: NewAct): Promise<Acted> {
  await writeAct(tx, act)
  return { changed: true, reason: act.reason }
}

/** The same, for callers that need the act's id. */
export async function writeAct(tx: Tx, act: NewAct): Promise<string> {
  const { id } = await oneRow<{ id: string }>(
    tx,
    sql`insert into operator_acts (actor_id, act, subject, subject_id, subject_name, why)
      values (${act.actorId}, ${act.act}, ${act.subject}, ${act.subjectId}, ${act.subjectName}, ${act.reason})
      returning id`,
  )
  await recordEvent(tx, {
    entity: 'operator_act',
    entityId: id,
    projectId: act.projectId ?? null,
    actorId: act.actorId,
    move: act.act,
    from: null,
    to: 'done',
  })
  return id
}

/** The newest act of its kind on a subject, by anyone or by one operator: a repeated request is compared with it. */
export const newestAct = (
  tx: Tx,
  { act, subject, subjectId }: Pick<NewAct, 'act' | 'subject' | 'subjectId'>,
  actorId: string | null = null,
) =>
  maybeRow<{ actor_id: string; reason: string | null }>(
    tx,
    sql`select actor_id, why as reason from operator_acts
      where subject = ${subject} and subject_id = ${subjectId} and act = ${act}
        and (${actorId}::uuid is null or actor_id = ${actorId})
      order by number desc limit 1`,
  )

type ActRow = OperatorAct & { number: number }

const actColumns =
  raw(`operator_acts.id, operator_acts.number, operator_acts.act, operator_acts.subject,
  operator_acts.subject_id, coalesce(person.name, operator_acts.subject_name) as subject_name, operator_acts.why as reason, operator_acts.actor_id,
  actor.name as actor_name, operator_acts.at`)

/** The name is not stored: a deleted account disappears from here too. */
const names = raw(`join profiles actor on actor.id = operator_acts.actor_id
  left join profiles person on person.id = case when subject = 'person' then subject_id::uuid end`)

/** A page of operators' acts, newest first, optionally limited to one subject. */
export async function actsPage(
  db: Queryable,
  about: {
    subject?: string | undefined
    subject_id?: string | undefined
    after?: string | undefined
  },
) {
  const { subject = null, subject_id = null } = about
  const found = await rows<ActRow>(
    db,
    sql`select ${actColumns} from operator_acts ${names}
      where number < ${cursorNumber(about.after)}
        and (${subject}::text is null or subject = ${subject})
        and (${subject_id}::text is null or subject_id = ${subject_id})
      order by number desc limit ${pageLimit}`,
  )
  return numberedPage(found)
}

/** Yields `OperatorAct`s: what was done to one subject, newest first. */
export const actsOn = (subject: ActSubject, subjectId: string): Statement =>
  sql`select ${actColumns} from operator_acts ${names}
    where subject = ${subject} and subject_id = ${subjectId} order by number desc limit ${pageLimit}`
