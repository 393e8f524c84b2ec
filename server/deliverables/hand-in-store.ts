import type { AiPart } from '#contract/ai-parts.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { lockWaitingDeliveries } from './deliverable-store.ts'

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
