import type { AiPart } from '#contract/ai-parts.ts'
import type { DealMoney } from '#contract/originals.ts'
import type { QueuedDeliverable } from '#contract/deliverable-schemas.ts'
import type { DeliverableStatus } from '#contract/deliverables.ts'
import { deliverableTransitions } from '#contract/deliverables.ts'
import { timeInJson } from '#server/db/json-rows.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { openChangesColumn } from '#server/review/notes/note-store.ts'
import { canNoLongerBePaid, dealMoneyColumn } from '#server/payments/record/deal-money.ts'
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
   * a dispute pauses it, once the project is cancelled and once the deal can no longer be paid: then the end of the
   * window has no effect.
   */
  review_from: string | null
}

/** When the window of a review begins, unless something stops it: the clock counts from this moment. */
export const REVIEW_WINDOW_FROM = raw(`${VIEWABLE_FROM.text} + deliverables.review_shifted`)

/** The column `review_from` of a statement about deliverables and their projects. */
export const reviewFromColumn =
  raw(`case when projects.status <> 'cancelled' and not ${canNoLongerBePaid.text}
      and not exists (select from deal_disputes where deal_disputes.project_id = deliverables.project_id
        and deal_disputes.status in ('awaiting_answer', 'awaiting_decision', 'decided'))
      then ${REVIEW_WINDOW_FROM.text} end as review_from`)

/** The column `decided` of a statement about deliverables. */
export const decidedColumn =
  raw(`deliverables.status = 'pending' and exists (select from deal_disputes
      where deal_disputes.project_id = deliverables.project_id and deal_disputes.status = 'decided') as decided`)

const select = raw(`select deliverables.id, deliverables.application_id, deliverables.project_id,
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
    sql`${select} where deliverables.project_id = ${projectId} ${newestFirst} limit ${listPage}`,
  )

/** Selects `DeliverableRow`s: a creator's own of one project, newest first. */
export const deliveredStatement = (projectId: string, creatorId: string): Statement =>
  sql`${select} where deliverables.project_id = ${projectId} and deliverables.creator_id = ${creatorId}
    ${newestFirst} limit ${listPage}`

export const deliverablesOfCreatorIn = (db: Queryable, projectId: string, creatorId: string) =>
  rows<DeliverableRow>(db, deliveredStatement(projectId, creatorId))

const page = raw(
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
    sql`${select} where deliverables.creator_id = ${creatorId}
      and (deliverables.created_at, deliverables.id) < (${time}::timestamptz, ${id}::uuid) ${page}`,
  )
}

/** Returns a page of the deliverables that wait for a seller, newest first; none whose payment went back. */
export const deliverablesToReview = (
  db: Queryable,
  sellerId: string,
  after: string | undefined,
) => {
  const { time, id } = listPlace('newest', after)
  return rows<DeliverableRow>(
    db,
    sql`${select} where deliverables.reviewer_id = ${sellerId} and deliverables.status = 'pending'
      and not ${canNoLongerBePaid} and (deliverables.created_at, deliverables.id) < (${time}::timestamptz, ${id}::uuid) ${page}`,
  )
}

/**
 * Returns what waits for a seller's review and can be answered now, the earliest first; of one project that hires
 * several, or of all. A dispute takes precedence over the review, its decision replaces the review, and money that
 * went back ends it.
 */
export const reviewQueueOf = (db: Queryable, sellerId: string, listingId: string | null) =>
  rows<QueuedDeliverable>(
    db,
    sql`select deliverables.id, deliverables.project_id, projects.title as project_title, creator.name as creator_name,
        files.file_name, deliverables.created_at
      from deliverables join projects on projects.id = deliverables.project_id
      join profiles creator on creator.id = deliverables.creator_id join files on files.id = deliverables.file_id
      where deliverables.reviewer_id = ${sellerId} and deliverables.status = 'pending'
        and projects.status = 'in_progress' and (${listingId}::uuid is null or projects.listing_id = ${listingId}::uuid)
        and not exists (select from deal_disputes where deal_disputes.project_id = projects.id
          and deal_disputes.status in ('awaiting_answer', 'awaiting_decision', 'decided'))
        and not ${canNoLongerBePaid}
      order by deliverables.created_at, deliverables.id limit ${listPage}`,
  )

/** Whether a project's payment went back to the card, or is on its way there: then its work is no longer reviewed. */
export const isMoneyBack = async (db: Queryable, projectId: string): Promise<boolean> =>
  (await maybeRow(
    db,
    sql`select from projects where id = ${projectId} and ${canNoLongerBePaid}`,
  )) !== null

export const deliverableById = (db: Queryable, id: string) =>
  maybeRow<DeliverableRow>(db, sql`${select} where deliverables.id = ${id}`)

/** Returns the delivery a file was handed in with, whatever its position in it. */
export const deliverableOfFile = (db: Queryable, fileId: string) =>
  maybeRow<DeliverableRow>(
    db,
    sql`${select} where deliverables.id = (select deliverable_id from deliverable_files where file_id = ${fileId})`,
  )

/** A person's relation to a project's deliverables. */
export interface DeliveryProject {
  id: string
  seller_id: string
  title: string
  status: string
  /** The viewer's own application, if any. */
  application_id: string | null
  application_status: string | null
  /** Their payment was refunded to the card. */
  is_returned: boolean
}

const project = raw(`select projects.id, projects.seller_id, projects.title, projects.status,
    applications.id as application_id, applications.status as application_status,
    exists (select 1 from payments where payments.application_id = applications.id and payments.purpose = 'deal' and payments.status = 'refunded') as is_returned
  from projects left join applications on applications.project_id = projects.id and applications.creator_id =`)

export const deliveryProject = (db: Queryable, projectId: string, viewerId: string) =>
  maybeRow<DeliveryProject>(db, sql`${project} ${viewerId} where projects.id = ${projectId}`)

/**
 * Serializes deliveries to one project with each other, and with answers under way: until the transaction ends no other
 * version is added, and those that wait stay as they are. The rows of the deliveries are locked before the payment's
 * and the project's, as in an approval; without the first lock a version added meanwhile would have to be locked after
 * the project.
 */
export async function lockDeliveries(tx: Tx, projectId: string): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`deliveries:${projectId}`}, 0))`,
  )
  await lockWaitingDeliveries(tx, projectId)
}

/**
 * Returns the project's deliveries that wait for review, locked: before its payment, in the lock order of an approval.
 */
export const lockWaitingDeliveries = (tx: Tx, projectId: string) =>
  execute(
    tx,
    sql`select id from deliverables where project_id = ${projectId} and status = 'pending' order by id for update`,
  )

/** `deliveryProject`, locked until the transaction ends. */
export const lockDeliveryProject = (tx: Tx, projectId: string, viewerId: string) =>
  maybeRow<DeliveryProject>(
    tx,
    sql`${project} ${viewerId} where projects.id = ${projectId} for no key update of projects`,
  )

/**
 * Returns the moment at which the next version is handed in: now, but later than every earlier delivery and its answer,
 * however much the clocks of two processes differ. Otherwise the newest version would not come last.
 */
export const nextDeliveryAt = async (tx: Tx, projectId: string, now: Date): Promise<string> =>
  (
    await oneRow<{ at: string }>(
      tx,
      sql`select greatest(${now}::timestamptz, max(created_at) + interval '1 millisecond',
          max(reviewed_at) + interval '1 millisecond') as at
        from deliverables where project_id = ${projectId}`,
    )
  ).at

/**
 * Whether a person's finished upload may be the proof of a delivery to a project. The upload stays locked until the
 * transaction ends: a clean-up either ran before, or sees that it is in use.
 */
export async function isOwnScreenshot(
  tx: Tx,
  upload: {
    id: string
    ownerId: string
    projectId: string
  },
): Promise<boolean> {
  const found = await maybeRow(
    tx,
    sql`select 1 from files where id = ${upload.id} and owner_id = ${upload.ownerId}
      and project_id = ${upload.projectId} and bucket = 'proof-screenshots' for key share`,
  )
  return found !== null
}

/** What a creator submits. */
export interface NewDeliverableRow {
  applicationId: string
  projectId: string
  sellerId: string
  creatorId: string
  fileId: string
  screenshotId: string | null
  postUrl: string | null
  notes: string | null
  aiParts: readonly AiPart[] | null
}

/** Adds the next version; the project must be locked. */
export async function insertDeliverable(
  tx: Tx,
  given: NewDeliverableRow,
  at: string,
): Promise<string> {
  const { id } = await oneRow<{ id: string }>(
    tx,
    sql`insert into deliverables
        (application_id, project_id, reviewer_id, creator_id, file_id, screenshot_id, post_url, notes, ai_parts, brief_version, version, created_at)
      select ${given.applicationId}, ${given.projectId}, ${given.sellerId}, ${given.creatorId}, ${given.fileId}, ${given.screenshotId},
        ${given.postUrl}, ${given.notes}, ${given.aiParts}::text[], (select brief_version from applications where id = ${given.applicationId}), coalesce(max(version), 0) + 1, ${at}
      from deliverables where project_id = ${given.projectId}
      returning id`,
  )
  return id
}

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
