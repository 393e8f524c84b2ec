import type { PersonCard } from '#contract/profile-schemas.ts'
import {
  type AppealStatus,
  appealTransitions,
  REPORT_LIMITS,
  type ReportAct,
} from '#contract/reports.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { cursorNumber, pageLimit } from '#server/operator/acts/operator-pages.ts'
import type { Taken } from './hidden-content.ts'
import type { ReportRow } from './report-row.ts'

/** A sanction as stored: the act against a person, the reason, and their appeal. */
export interface SanctionRow extends Pick<
  ReportRow,
  | 'id'
  | 'number'
  | 'person_id'
  | 'subject'
  | 'subject_id'
  | 'picture'
  | 'project_id'
  | 'seen'
  | 'reason'
> {
  actor_id: string
  act: ReportAct
  facts: string
  at: string
  until: string | null
  taken: Taken | null
  undone_at: string | null
  /** Whether the person has deleted their account. */
  person_gone: boolean
  appeal_status: AppealStatus
  appeal: string | null
  appealed_at: string | null
  appeal_answer: string | null
  appeal_answered_by: string | null
  appeal_answered_at: string | null
}

const columns =
  raw(`sanctions.id, sanctions.number, sanctions.person_id, sanctions.actor_id, sanctions.act,
  sanctions.subject, sanctions.subject_id, sanctions.picture, sanctions.project_id, sanctions.seen, sanctions.reason,
  sanctions.facts, sanctions.at, sanctions.until, sanctions.taken, sanctions.undone_at, sanctions.appeal_status,
  sanctions.appeal, sanctions.appealed_at, sanctions.appeal_answer, sanctions.appeal_answered_by,
  sanctions.appeal_answered_at,
  exists (select from auth.users where users.id = sanctions.person_id and users.deleted_at is not null) as person_gone`)

export interface NewSanctionRow {
  report: ReportRow
  actorId: string
  act: ReportAct
  reason: string
  facts: string
  until: Date | null
  taken: Taken | null
}

export const insertSanction = (tx: Tx, sanction: NewSanctionRow, now: Date) => {
  const { report, taken } = sanction
  return oneRow<SanctionRow>(
    tx,
    sql`insert into sanctions (person_id, actor_id, act, subject, subject_id, picture, project_id, seen, reason, facts,
        at, until, taken)
      values (${report.person_id}, ${sanction.actorId}, ${sanction.act}, ${report.subject}, ${report.subject_id},
        ${report.picture}, ${report.project_id}, ${report.seen}, ${sanction.reason}, ${sanction.facts},
        ${now}, ${sanction.until}, ${taken === null ? null : JSON.stringify(taken)}::jsonb)
      returning ${columns}`,
  )
}

export const sanctionById = (db: Queryable, id: string) =>
  maybeRow<SanctionRow>(db, sql`select ${columns} from sanctions where id = ${id}`)

/** The decisions that banned a person, newest first, whether or not they have been undone. */
export const bansOf = (tx: Tx, personId: string) =>
  rows<SanctionRow>(
    tx,
    sql`select ${columns} from sanctions where person_id = ${personId} and act = 'ban' order by number desc`,
  )

export async function lockSanction(tx: Tx, id: string): Promise<SanctionRow | null> {
  await execute(tx, sql`select from sanctions where id = ${id} for update`)
  // A separate statement: it sees everything that was committed before the row was locked.
  return sanctionById(tx, id)
}

/** Stores an appeal; returns 0 when there is already one. */
export const storeAppeal = (tx: Tx, id: string, body: string, now: Date) =>
  execute(
    tx,
    sql`update sanctions set appeal_status = ${appealTransitions.appeal.to}, appeal = ${body}, appealed_at = ${now}
      where id = ${id} and appeal_status = any(${appealTransitions.appeal.from})`,
  )

/** Answers an appeal; returns 0 when it is not open. A successful appeal undoes its sanction. */
export const storeAnswer = (
  tx: Tx,
  id: string,
  answered: { move: 'uphold' | 'reverse'; answer: string; by: string; now: Date },
) =>
  execute(
    tx,
    sql`update sanctions set appeal_status = ${appealTransitions[answered.move].to}, appeal_answer = ${answered.answer},
        appeal_answered_by = ${answered.by}, appeal_answered_at = ${answered.now},
        undone_at = case when ${answered.move} = 'reverse' then ${answered.now}::timestamptz else undone_at end
      where id = ${id} and appeal_status = any(${appealTransitions[answered.move].from})`,
  )

/** A sanction with the names that operators see. */
export interface ListedSanctionRow extends SanctionRow {
  person: PersonCard
  actor_name: string
}

const listed = raw(`${columns.text}, actor.name as actor_name,
  json_build_object('id', person.id, 'name', person.name, 'role', person.role, 'avatar_url', person.avatar_url,
    'company_name', person.company_name) as person`)
const joins = raw(`from sanctions join profiles person on person.id = sanctions.person_id
  join profiles actor on actor.id = sanctions.actor_id`)

/** Yields the decisions about a person, newest first. */
export const sanctionsOf = (personId: string): Statement =>
  sql`select ${listed} ${joins} where sanctions.person_id = ${personId}
    order by sanctions.number desc limit ${raw(String(REPORT_LIMITS.history))}`

/** A page of decisions about a person, newest first. */
export const sanctionsAbout = (db: Queryable, personId: string, after: string | undefined) =>
  rows<ListedSanctionRow>(
    db,
    sql`select ${listed} ${joins} where sanctions.person_id = ${personId}
        and sanctions.number < ${cursorNumber(after)}
      order by sanctions.number desc limit ${pageLimit}`,
  )

/** A page of open appeals, the oldest sanction first. Those of deleted accounts can no longer be answered. */
export const openAppeals = (db: Queryable, after: string | undefined) =>
  rows<ListedSanctionRow>(
    db,
    sql`select ${listed} ${joins} where sanctions.appeal_status = 'open'
        and exists (select from auth.users where users.id = sanctions.person_id and users.deleted_at is null)
        and sanctions.number > ${after === undefined ? 0 : cursorNumber(after)}
      order by sanctions.number limit ${pageLimit}`,
  )
