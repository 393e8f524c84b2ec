import { AMENDMENT_LIMITS, type AmendmentMove, amendmentTransitions } from '#contract/amendments.ts'
import { execute, maybeRow, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import {
  amendmentColumns,
  type AmendmentRow,
  insertAmendment,
  type NewAmendmentRow,
} from './amendment-store.ts'

/** An amendment, and the project of its deal. */
export type InProject = AmendmentRow & { project_id: string }

const withProject = sql`returning ${amendmentColumns},
  (select project_id from applications where applications.id = amendments.application_id) as project_id`

/** Proposes an amendment and records it. Null when another is open, or its number or id is taken. */
export async function proposeAmendment(
  tx: Tx,
  amendment: NewAmendmentRow,
  { projectId, actorId }: { projectId: string; actorId: string },
): Promise<AmendmentRow | null> {
  const made = await insertAmendment(tx, amendment)
  if (made !== null)
    await record(tx, { ...made, project_id: projectId }, { move: 'propose', from: null, actorId })
  return made
}

/** What nobody clicks. */
export type SystemMove = 'expire' | 'close' | 'pay' | 'lapse'

/** An amendment that is called off was agreed on before. */
type Answering = Exclude<AmendmentMove, SystemMove | 'call_off'>

/**
 * One move by a person. `briefVersion` is the version created by accepting, if it changes the brief; `returned` is the
 * cents that it sends back to the card; `extra` is what it adds to held money, and until when that can be paid.
 */
interface Move {
  id: string
  move: Answering
  actorId: string
  now: Date
  briefVersion?: number | null
  returned?: number | null
  extra?: { cents: number; payBy: Date } | null
}

/** Answers or withdraws an amendment. The write is the guard: null when it is no longer open, or its time is over. */
export async function moveAmendment(
  tx: Tx,
  { id, move, actorId, now, briefVersion = null, returned = null, extra = null }: Move,
): Promise<AmendmentRow | null> {
  const { from, to } = amendmentTransitions[move]
  const moved = await maybeRow<InProject>(
    tx,
    sql`update amendments set status = ${to}, answered_at = ${now}, brief_version = ${briefVersion}, returned = ${returned},
        extra = ${extra?.cents ?? null}, pay_by = ${extra?.payBy ?? null}
      where id = ${id} and status = any(${from}) and expires_at > ${now} ${withProject}`,
  )
  if (moved !== null) await record(tx, moved, { move, from: 'proposed', actorId })
  return moved
}

/** Ends an amendment whose time is over, for the clock job. Null when it was answered before. */
export async function expireAmendment(tx: Tx, id: string, now: Date): Promise<InProject | null> {
  const { from, to } = amendmentTransitions.expire
  const moved = await maybeRow<InProject>(
    tx,
    sql`update amendments set status = ${to}
      where id = ${id} and status = any(${from}) and expires_at <= ${now} ${withProject}`,
  )
  if (moved !== null) await record(tx, moved, { move: 'expire', from: 'proposed', actorId: null })
  return moved
}

/** Makes an amendment count from now on, because what it adds is held. Null when it no longer waits for a payment. */
export async function payAmendment(
  tx: Tx,
  id: string,
  briefVersion: number | null,
): Promise<AmendmentRow | null> {
  const { from, to } = amendmentTransitions.pay
  const moved = await maybeRow<InProject>(
    tx,
    sql`update amendments set status = ${to}, brief_version = ${briefVersion}
      where id = ${id} and status = any(${from}) ${withProject}`,
  )
  if (moved !== null) await record(tx, moved, { move: 'pay', from: 'unpaid', actorId: null })
  return moved
}

/** Ends an amendment whose added amount was not paid in time. Null when it was paid, or ended otherwise. */
export async function lapseAmendment(tx: Tx, id: string, now: Date): Promise<InProject | null> {
  const { from, to } = amendmentTransitions.lapse
  const moved = await maybeRow<InProject>(
    tx,
    sql`update amendments set status = ${to}
      where id = ${id} and status = any(${from}) and pay_by <= ${now} ${withProject}`,
  )
  if (moved !== null) await record(tx, moved, { move: 'lapse', from: 'unpaid', actorId: null })
  return moved
}

/**
 * Gives more time to pay what was agreed for another date, which the arrival of a parcel has moved to `deadline`: the
 * time that agreeing on that date would have given. Call it with the project locked.
 */
export const payLonger = (tx: Tx, projectId: string, deadline: string): Promise<number> =>
  execute(
    tx,
    sql`update amendments set pay_by = greatest(pay_by, least(
        answered_at + make_interval(hours => ${AMENDMENT_LIMITS.payHours}),
        (${deadline}::date + 1)::timestamp at time zone 'UTC'))
      where application_id in (select id from applications where project_id = ${projectId})
        and status = 'unpaid' and deliver_by is not null`,
  )

/** Cancels, for one side, what was agreed and is not paid; its deal is locked. Null when it no longer waits. */
export async function callOffAmendment(
  tx: Tx,
  id: string,
  actorId: string,
): Promise<AmendmentRow | null> {
  const { from, to } = amendmentTransitions.call_off
  const moved = await maybeRow<InProject>(
    tx,
    sql`update amendments set status = ${to}
      where id = ${id} and status = any(${from}) ${withProject}`,
  )
  if (moved !== null) await record(tx, moved, { move: 'call_off', from: 'unpaid', actorId })
  return moved
}

/** Ends what is proposed about a project that has ended, because there is nothing left to change. */
export const closeAmendments = (tx: Tx, projectId: string) =>
  closeOpen(tx, sql`project_id = ${projectId}`)

/** Ends what is proposed in the deals of a creator who leaves, because no one is left to agree. */
export const closeAmendmentsOfCreator = (tx: Tx, creatorId: string) =>
  closeOpen(tx, sql`creator_id = ${creatorId}`)

async function closeOpen(tx: Tx, ofApplications: Statement): Promise<void> {
  const { from, to } = amendmentTransitions.close
  const closed = await rows<InProject>(
    tx,
    sql`update amendments set status = ${to}
      where application_id in (select id from applications where ${ofApplications})
        and status = any(${from}) ${withProject}`,
  )
  for (const amendment of closed)
    await record(tx, amendment, {
      move: 'close',
      from: amendment.extra === null ? 'proposed' : 'unpaid',
      actorId: null,
    })
}

async function record(
  tx: Tx,
  amendment: InProject,
  {
    move,
    from,
    actorId,
  }: { move: AmendmentMove | 'propose'; from: string | null; actorId: string | null },
): Promise<void> {
  await recordEvent(tx, {
    entity: 'amendment',
    entityId: amendment.id,
    projectId: amendment.project_id,
    actorId,
    move,
    from,
    to: amendment.status,
  })
}
