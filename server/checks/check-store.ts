import type { BriefCheck, BriefItem } from '#contract/briefs.ts'
import type { DeliveryCheck } from '#contract/delivery-checks.ts'
import type { DeliverableStatus } from '#contract/deliverables.ts'
import type { CheckedFile, Finding } from '#contract/machine-checks.ts'
import { listInJson } from '#server/db/json-rows.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** The part of a brief that decides the checks. */
export interface CheckedBrief {
  version: number
  items: BriefItem[]
  checks: BriefCheck[]
}

const asked = raw(
  `briefs.version, briefs.brief -> 'items' as items, briefs.brief -> 'checks' as checks`,
)

/** Returns the brief a delivery is checked against; null without one. */
export const briefOfDelivery = (db: Queryable, deliverableId: string) =>
  maybeRow<CheckedBrief>(
    db,
    sql`select ${asked} from deliverables join project_briefs briefs
        on briefs.project_id = deliverables.project_id and briefs.version = deliverables.brief_version
      where deliverables.id = ${deliverableId}`,
  )

/** A creator's own hire, and what was agreed; `items` and `checks` are null without a brief. */
interface Hire {
  version: number | null
  items: BriefItem[] | null
  checks: BriefCheck[] | null
}

/** Returns what an accepted creator is asked for; null for everyone else. */
export const hireOf = (db: Queryable, projectId: string, creatorId: string) =>
  maybeRow<Hire>(
    db,
    sql`select ${asked} from applications left join project_briefs briefs
        on briefs.project_id = applications.project_id and briefs.version = applications.brief_version
      where applications.project_id = ${projectId} and applications.creator_id = ${creatorId}
        and applications.status = 'accepted'`,
  )

const facts = raw(`files.file_type, files.media,
    case when files.width is not null then json_build_object('width', files.width, 'height', files.height) end as picture`)

/** Returns the files of a delivery, as its checks see them. */
export const filesOfDelivery = (db: Queryable, deliverableId: string) =>
  rows<CheckedFile>(
    db,
    sql`select item_id, ${facts} from deliverable_files join files on files.id = deliverable_files.file_id
      where deliverable_id = ${deliverableId} order by position`,
  )

/** Returns which of these files are the person's own uploads for a project, and whether they have been read. */
export const ownUploads = (
  db: Queryable,
  ids: readonly string[],
  { projectId, ownerId }: { projectId: string; ownerId: string },
) =>
  rows<Omit<CheckedFile, 'item_id'> & { id: string; read: boolean }>(
    db,
    sql`select id, ${facts}, files.prepared_at is not null as read from files
      where id = any(${ids}::uuid[]) and project_id = ${projectId} and owner_id = ${ownerId}
        and bucket = 'deliverable-files'`,
  )

/** A check as it is submitted. */
export type HandedInCheck = Pick<
  DeliveryCheck,
  'check_id' | 'machine' | 'found' | 'ticked' | 'reason'
>

/** Stores the checks of a delivery, once. */
export const insertChecks = (tx: Tx, deliverableId: string, checks: readonly HandedInCheck[]) =>
  execute(
    tx,
    sql`insert into deliverable_checks (deliverable_id, check_id, machine, found, ticked, reason)
      select ${deliverableId}, check_id, machine, found, ticked, reason
      from json_to_recordset(${JSON.stringify(checks)}::json)
        as given (check_id text, machine boolean, found text, ticked boolean, reason text)`,
  )

/** Returns the machine checks of a delivery that have no finding from its files yet, locked. */
export const unreadChecks = (tx: Tx, deliverableId: string) =>
  rows<{ check_id: string }>(
    tx,
    sql`select check_id from deliverable_checks where deliverable_id = ${deliverableId} and machine is null for update`,
  )

/** Fills in the finding for one of the `unreadChecks`. */
export const storeFinding = (
  tx: Tx,
  deliverableId: string,
  checkId: string,
  { holds, found }: Finding,
) =>
  execute(
    tx,
    sql`update deliverable_checks set machine = ${holds}, found = ${found}
      where deliverable_id = ${deliverableId} and check_id = ${checkId}`,
  )

/**
 * Whether both sides may read the brand's answers: once the version was answered, and in a dispute that is open or
 * decided. Until then, and again after a dispute that ended without a decision, they are a draft. For a statement about
 * deliverables.
 */
export const ANSWERS_SHOWN =
  raw(`((deliverables.status <> 'pending' and deliverables.superseded_at is null)
    or exists (select from deal_disputes where deal_disputes.project_id = deliverables.project_id
      and deal_disputes.status in ('awaiting_answer', 'awaiting_decision', 'decided')))`)

/** A delivery and its two sides. */
export interface CheckedDelivery {
  id: string
  project_id: string
  seller_id: string
  creator_id: string
  status: DeliverableStatus
  superseded_at: string | null
  brief_version: number | null
  answers_shown: boolean
}

export const checkedDelivery = (db: Queryable, id: string) =>
  maybeRow<CheckedDelivery>(
    db,
    sql`select deliverables.id, deliverables.project_id, projects.seller_id, deliverables.creator_id,
        deliverables.status, deliverables.superseded_at, deliverables.brief_version,
        ${ANSWERS_SHOWN} as answers_shown
      from deliverables join projects on projects.id = deliverables.project_id
      where deliverables.id = ${id}`,
  )

/** Locks a delivery: waits for an answer in progress to the version, and makes others wait. */
export const lockDelivery = (tx: Tx, id: string) =>
  execute(tx, sql`select from deliverables where id = ${id} for no key update`)

const said = raw(`checks.check_id, wanted.line ->> 'text' as text, wanted.line ->> 'kind' as kind,
    (wanted.line ->> 'must')::boolean as must, machine, found, ticked, reason`)

/**
 * Joined to deliverables: each of their checks as `checks`, and its line of the brief as `wanted.line`, by position.
 */
const lines = raw(`join deliverable_checks checks on checks.deliverable_id = deliverables.id
    join project_briefs briefs on briefs.project_id = deliverables.project_id
      and briefs.version = deliverables.brief_version
    join lateral jsonb_array_elements(briefs.brief -> 'checks') with ordinality wanted (line, place)
      on wanted.line ->> 'id' = checks.check_id`)

/** In the brief's order, with the brand's answers. */
export const checksOfDelivery = (db: Queryable, id: string) =>
  rows<DeliveryCheck>(
    db,
    sql`select ${said}, holds, note from deliverables ${lines} where deliverables.id = ${id} order by wanted.place`,
  )

/**
 * The checks of a delivery `handed_in`, in JSON and in the brief's order, without the brand's answers where those are a
 * draft.
 */
export const shownChecks = listInJson(
  sql`select ${said}, case when ${ANSWERS_SHOWN} then holds end as holds, case when ${ANSWERS_SHOWN} then note end as note
    from deliverables ${lines} where deliverables.id = handed_in.id order by wanted.place`,
)

/**
 * Returns a deal's deliveries that have a brief, newest first, each with its checks. The result is the same for
 * everyone: without the brand's answers where those are a draft.
 */
export const checklistsStatement = (projectId: string, creatorId: string): Statement =>
  sql`select handed_in.version, handed_in.brief_version, ${shownChecks} as checks
    from deliverables handed_in where handed_in.project_id = ${projectId} and handed_in.creator_id = ${creatorId}
      and handed_in.brief_version is not null order by handed_in.version desc`

/** Writes the brand's answer; returns 0 for a check that the delivery does not have. */
export const answerCheck = (
  tx: Tx,
  deliverableId: string,
  answer: { check_id: string; holds: boolean | null; note: string | null },
  now: Date,
) =>
  execute(
    tx,
    sql`update deliverable_checks set holds = ${answer.holds}, note = ${answer.note},
        answered_at = ${answer.holds === null ? null : now}
      where deliverable_id = ${deliverableId} and check_id = ${answer.check_id}`,
  )

/** Returns the checks of a delivery that the brand answered with no, with the reasons, in the brief's order. */
export const refusedChecks = (db: Queryable, deliverableId: string) =>
  rows<{ check_id: string; text: string; note: string }>(
    db,
    sql`select checks.check_id, wanted.line ->> 'text' as text, note from deliverables ${lines}
      where deliverables.id = ${deliverableId} and note is not null order by wanted.place`,
  )

/** Withdraws a leaving brand's answers that are still its draft. Those that both sides can read stay with the deal. */
export const forgetAnswers = (tx: Tx, sellerId: string) =>
  execute(
    tx,
    sql`update deliverable_checks set holds = null, note = null, answered_at = null from deliverables
      join projects on projects.id = deliverables.project_id
      where deliverable_checks.deliverable_id = deliverables.id and projects.seller_id = ${sellerId}
        and holds is not null and not ${ANSWERS_SHOWN}`,
  )
