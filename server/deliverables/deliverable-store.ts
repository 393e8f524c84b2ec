import type { AiPart } from '#contract/ai-parts.ts'
import type { DealMoney } from '#contract/originals.ts'
import type { DeliverableStatus } from '#contract/deliverables.ts'
import { deliverableTransitions } from '#contract/deliverables.ts'
import { timeInJson } from '#server/db/json-rows.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { openChangesColumn } from '#server/review/notes/note-store.ts'
import { ownMoneyBack, dealMoneyColumn } from '#server/payments/record/deal-money.ts'
import { VIEWABLE_FROM } from '#server/uploads/work-store.ts'
import { deliveryFilesColumn, type DeliveryFileRow } from './delivery-file-store.ts'

/** A deliverable with facts about its file and its project. */
export interface DeliverableRow {
  id: string
  application_id: string
  project_id: string
  creator_id: string
  seller_id: string
  project_title: string
  file_id: string
  file_name: string
  file_type: string
  file_size: number
  /** Renditions of the file: 'poster.webp', 'preview.mp4'. */
  renditions: string[]
  /** Whether marked copies were made, if they can be. */
  file_prepared: boolean
  /** All its files in their order; the facts above are those of the first. */
  files: DeliveryFileRow[]
  /** Who opened an original, which one, and when for the first time each day: newest first. */
  openings: { reader_id: string; name: string; at: string; position: number }[]
  /** Decides who may read the original. */
  money: DealMoney | null
  screenshot_id: string | null
  screenshot_name: string | null
  post_url: string | null
  notes: string | null
  ai_parts: AiPart[] | null
  reviewer_notes: string | null
  status: DeliverableStatus
  version: number
  reviewed_at: string | null
  /** When a newer version replaced it before it was answered. */
  superseded_at: string | null
  /** Whether it was waiting when a dispute about its deal was decided. */
  decided: boolean
  created_at: string
  open_changes: number
  /** The version of the agreed brief at hand-in; null without one. */
  brief_version: number | null
  /**
   * When its review window began: at the first look at it, moved later by the time that disputes paused it. Null while
   * a dispute pauses it, once the project is cancelled and once the deal's own payment went back: then the end of the
   * window has no effect.
   */
  review_from: string | null
}

/** When the window of a review begins, unless something stops it: the clock counts from this moment. */
export const REVIEW_WINDOW_FROM = raw(`${VIEWABLE_FROM.text} + deliverables.review_shifted`)

/** The column `review_from` of a statement about deliverables and their projects. */
export const reviewFromColumn =
  raw(`case when projects.status <> 'cancelled' and not ${ownMoneyBack.text}
      and not exists (select from deal_disputes where deal_disputes.project_id = deliverables.project_id
        and deal_disputes.status in ('awaiting_answer', 'awaiting_decision', 'decided'))
      then ${REVIEW_WINDOW_FROM.text} end as review_from`)

/** The column `decided` of a statement about deliverables. */
export const decidedColumn =
  raw(`deliverables.status = 'pending' and exists (select from deal_disputes
      where deal_disputes.project_id = deliverables.project_id and deal_disputes.status = 'decided') as decided`)

/** Selects `DeliverableRow`s; the condition follows. */
export const deliverableSelect =
  raw(`select deliverables.id, deliverables.application_id, deliverables.project_id,
    deliverables.creator_id, projects.seller_id, projects.title as project_title,
    deliverables.file_id, files.file_name, files.file_type, files.size as file_size, files.renditions,
    files.mark is not null as file_prepared, ${dealMoneyColumn.text},
    (select coalesce(json_agg(json_build_object('reader_id', opened.reader_id, 'name', opened.name, 'position', opened.position, 'at', ${timeInJson('opened.at').text}) order by opened.at desc), '[]')
      from (select reader_id, coalesce(readers.company_name, readers.name) as name, opened_at as at, held.position
        from deliverable_files held join file_openings on file_openings.file_id = held.file_id
        join profiles readers on readers.id = reader_id
        where held.deliverable_id = deliverables.id order by opened_at desc limit 20) opened) as openings,
    ${deliveryFilesColumn.text},
    deliverables.screenshot_id, screenshots.file_name as screenshot_name,
    deliverables.post_url, deliverables.notes, deliverables.ai_parts, deliverables.reviewer_notes, deliverables.status,
    deliverables.version, deliverables.reviewed_at, deliverables.superseded_at, deliverables.created_at,
    deliverables.brief_version,
    ${reviewFromColumn.text}, ${decidedColumn.text}, ${openChangesColumn.text}
  from deliverables
  join projects on projects.id = deliverables.project_id
  join files on files.id = deliverables.file_id
  left join files screenshots on screenshots.id = deliverables.screenshot_id`)

const newestFirst = raw('order by deliverables.created_at desc, deliverables.version desc')

/** Newest first. */
export const deliverablesOfProject = (db: Queryable, projectId: string) =>
  rows<DeliverableRow>(
    db,
    sql`${deliverableSelect} where deliverables.project_id = ${projectId} ${newestFirst} limit ${listPage}`,
  )

/** Selects `DeliverableRow`s: a creator's own of one project, newest first. */
export const deliveredStatement = (projectId: string, creatorId: string): Statement =>
  sql`${deliverableSelect} where deliverables.project_id = ${projectId} and deliverables.creator_id = ${creatorId}
    ${newestFirst} limit ${listPage}`

export const deliverablesOfCreatorIn = (db: Queryable, projectId: string, creatorId: string) =>
  rows<DeliverableRow>(db, deliveredStatement(projectId, creatorId))

/** The order and length of a page of deliverables, newest first. */
export const deliverablePage = raw(
  `order by deliverables.created_at desc, deliverables.id desc limit ${listPage.text}`,
)

/** Returns a page of a creator's deliverables, newest first. */
export const deliverablesOfCreator = (
  db: Queryable,
  creatorId: string,
  after: string | undefined,
) => {
  const { time, id } = listPlace('newest', after)
  return rows<DeliverableRow>(
    db,
    sql`${deliverableSelect} where deliverables.creator_id = ${creatorId}
      and (deliverables.created_at, deliverables.id) < (${time}::timestamptz, ${id}::uuid) ${deliverablePage}`,
  )
}

/** `ownMoneyBack` of one project. */
export const isMoneyBack = async (db: Queryable, projectId: string): Promise<boolean> =>
  (await maybeRow(db, sql`select from projects where id = ${projectId} and ${ownMoneyBack}`)) !==
  null

export const deliverableById = (db: Queryable, id: string) =>
  maybeRow<DeliverableRow>(db, sql`${deliverableSelect} where deliverables.id = ${id}`)

/** Returns the delivery a file was handed in with, whatever its position in it. */
export const deliverableOfFile = (db: Queryable, fileId: string) =>
  maybeRow<DeliverableRow>(
    db,
    sql`${deliverableSelect} where deliverables.id = (select deliverable_id from deliverable_files where file_id = ${fileId})`,
  )

/**
 * Returns the project's deliveries that wait for review, locked: before its payment, in the lock order of an approval.
 */
export const lockWaitingDeliveries = (tx: Tx, projectId: string) =>
  execute(
    tx,
    sql`select id from deliverables where project_id = ${projectId} and status = 'pending' order by id for update`,
  )

/** An answer to a delivery, named after its move. */
export type ReviewMove = Exclude<keyof typeof deliverableTransitions, 'supersede'>

/** The status in which a review ends. */
export const endOf = (move: ReviewMove): DeliverableStatus => deliverableTransitions[move].to

/** Returns who answered a deliverable: a person's id; null for the system, or when no one has. */
export async function reviewerOf(db: Queryable, id: string): Promise<string | null> {
  const event = await maybeRow<{ actor_id: string | null }>(
    db,
    sql`select actor_id from events where entity = 'deliverable' and entity_id = ${id}
      and move in ('approve', 'request_revision') order by id desc limit 1`,
  )
  return event?.actor_id ?? null
}
