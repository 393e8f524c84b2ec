import type { Media } from '#contract/media.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** A deal as its review room shows it. */
export interface RoomDeal {
  id: string
  title: string
  status: ProjectStatus
  seller_id: string
  seller_name: string
  creator_id: string
  creator_name: string
  /** Whether its payment was refunded to the card. */
  is_returned: boolean
}

/** The deal of a version. */
export const dealOf = (db: Queryable, deliverableId: string) =>
  maybeRow<RoomDeal>(
    db,
    sql`select projects.id, projects.title, projects.status, projects.seller_id,
        coalesce(seller.company_name, seller.name) as seller_name, deliverables.creator_id,
        creator.name as creator_name,
        exists (select from payments where payments.application_id = deliverables.application_id
          and payments.purpose = 'deal' and payments.status = 'refunded') as is_returned
      from deliverables join projects on projects.id = deliverables.project_id
      join profiles seller on seller.id = projects.seller_id
      join profiles creator on creator.id = deliverables.creator_id
      where deliverables.id = ${deliverableId}`,
  )

/**
 * Locks a version, and so waits for a concurrent answer to it. Lock order as in an approval: the version before its
 * project.
 */
export const lockVersion = (tx: Tx, id: string) =>
  maybeRow<{ project_id: string }>(
    tx,
    sql`select project_id from deliverables where id = ${id} for no key update`,
  )

/** Returns the known media data of these files' videos, by file id. */
export async function mediaOf(
  db: Queryable,
  fileIds: readonly string[],
): Promise<Map<string, Media>> {
  const found = await rows<{ id: string; media: Media }>(
    db,
    sql`select id, media from files where id = any(${fileIds}::uuid[]) and media is not null`,
  )
  return new Map(found.map(({ id, media }) => [id, media]))
}

/** Returns the file at one position of a version. */
export const fileOfVersion = async (
  db: Queryable,
  id: string,
  position: number,
): Promise<string | null> =>
  (
    await maybeRow<{ file_id: string }>(
      db,
      sql`select file_id from deliverable_files where deliverable_id = ${id} and position = ${position}`,
    )
  )?.file_id ?? null
