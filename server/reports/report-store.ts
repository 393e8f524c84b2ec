import type { PersonCard } from '#contract/profile-schemas.ts'
import {
  REPORT_LIMITS,
  type ReportReason,
  type ReportSubject,
  WAITING_REPORTS,
} from '#contract/reports.ts'
import type { Queryable } from '#server/db/pool.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { cursorNumber, pageLimit } from '#server/operator/acts/operator-pages.ts'
import type { ReportRow } from './report-row.ts'
import type { SeenSubject } from './report-subject.ts'
import { type ListedSanctionRow, sanctionsOf } from './sanction-store.ts'

const columns =
  raw(`reports.id, reports.number, reports.reporter_id, reports.person_id, reports.subject,
  reports.subject_id, reports.picture, reports.project_id, reports.seen, reports.reason, reports.body, reports.status,
  reports.handled_by, reports.created_at, reports.closed_at, reports.sanction_id`)

/** The report waits for an operator; written so that the partial indexes serve it. */
const waiting = raw(`reports.status in ('${WAITING_REPORTS.join("', '")}')`)

export interface NewReportRow extends SeenSubject {
  reporterId: string
  subject: ReportSubject
  subjectId: string
  reason: ReportReason
  body: string
}

/** Stores a new report; null when this person already has a waiting one about the same subject. */
export const insertReport = (tx: Tx, report: NewReportRow, now: Date) =>
  maybeRow<ReportRow>(
    tx,
    sql`insert into reports (reporter_id, person_id, subject, subject_id, picture, project_id, seen, reason, body, created_at)
      values (${report.reporterId}, ${report.person_id}, ${report.subject}, ${report.subjectId}, ${report.picture},
        ${report.project_id}, left(${report.seen}, ${REPORT_LIMITS.seen}), ${report.reason}, ${report.body}, ${now})
      on conflict (reporter_id, subject, subject_id, coalesce(picture, '')) where status in ('open', 'taken') do nothing
      returning ${columns}`,
  )

type About = Pick<ReportRow, 'subject' | 'subject_id' | 'picture' | 'person_id'>

/** About the same thing and the same person: each side of a licence may report the other. */
const isAbout = ({ subject, subject_id: id, picture, person_id: person }: About) =>
  sql`reports.subject = ${subject} and reports.subject_id = ${id} and reports.picture is not distinct from ${picture}
    and reports.person_id = ${person}`

/** The waiting report of this person about the same subject. */
export const ownWaitingReport = (tx: Tx, reporterId: string, about: About) =>
  maybeRow<ReportRow>(
    tx,
    sql`select ${columns} from reports
      where reporter_id = ${reporterId} and ${isAbout(about)} and ${waiting}`,
  )

export const reportById = (db: Queryable, id: string) =>
  maybeRow<ReportRow>(db, sql`select ${columns} from reports where id = ${id}`)

/** Every waiting report about the same subject, locked in the order in which they arrived. */
export const lockWaiting = (tx: Tx, about: About) =>
  rows<ReportRow>(
    tx,
    sql`select ${columns} from reports where ${isAbout(about)} and ${waiting} order by number for update`,
  )

/** A report with the names that operators see. */
export interface ListedReportRow extends ReportRow {
  person: PersonCard
  reporter: PersonCard | null
  handler_name: string | null
}

const card = (alias: 'person' | 'reporter') =>
  `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'role', ${alias}.role,
    'avatar_url', ${alias}.avatar_url, 'company_name', ${alias}.company_name)`

const listed = raw(`${columns.text}, ${card('person')} as person,
  case when reporter.id is not null then ${card('reporter')} end as reporter, handler.name as handler_name`)
const joins = raw(`from reports join profiles person on person.id = reports.person_id
  left join profiles reporter on reporter.id = reports.reporter_id
  left join profiles handler on handler.id = reports.handled_by`)

/** A page of the queue: waiting reports, oldest first. */
export const waitingReports = (db: Queryable, after: string | undefined) =>
  rows<ListedReportRow>(
    db,
    sql`select ${listed} ${joins} where ${waiting} and reports.number > ${after === undefined ? 0 : cursorNumber(after)}
      order by reports.number limit ${pageLimit}`,
  )

/** A page of closed reports, the newest report first. */
export const closedReports = (db: Queryable, after: string | undefined) =>
  rows<ListedReportRow>(
    db,
    sql`select ${listed} ${joins} where reports.status in ('acted', 'dismissed') and reports.number < ${cursorNumber(after)}
      order by reports.number desc limit ${pageLimit}`,
  )

/** One report, with its person's address, whether they deleted their account, and the code of a reported licence. */
export const listedReport = (db: Queryable, id: string) =>
  maybeRow<ListedReportRow & { email: string; deleted: boolean; licence_code: string | null }>(
    db,
    sql`select ${listed}, person.email, users.deleted_at is not null as deleted,
        (select code from licences where reports.subject = 'licence' and licences.id = reports.subject_id) as licence_code
      ${joins}
      join auth.users users on users.id = person.id where reports.id = ${id}`,
  )

/** The other waiting reports about the same subject, oldest first, and the earlier decisions about the person. */
export const surroundingsOf = (db: Queryable, report: ReportRow) =>
  oneRow<{ also: ListedReportRow[]; history: ListedSanctionRow[] }>(
    db,
    sql`select ${listInJson(
      sql`select ${listed} ${joins} where ${isAbout(report)} and ${waiting} and reports.id <> ${report.id}
        order by reports.number limit ${history}`,
      'created_at',
      'closed_at',
    )} as also, ${listInJson(
      sanctionsOf(report.person_id),
      'at',
      'until',
      'appealed_at',
      'appeal_answered_at',
    )} as history`,
  )

const history = raw(String(REPORT_LIMITS.history))
