import type { ItemKind } from '#contract/briefs.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** One file of a delivery. */
export interface DeliveryFileRow {
  /** From 1. */
  position: number
  file_id: string
  item_id: string | null
  /** Describes the item, as in the brief the file was handed in against; null without one. */
  item_what: ItemKind | null
  item_label: string | null
  file_name: string
  file_type: string
  file_size: number
  renditions: string[]
  /** Whether marked copies were made, if they can be. */
  prepared: boolean
}

/** All files of a delivery in their order, as a column of a statement about deliverables. */
export const deliveryFilesColumn =
  raw(`(select json_agg(json_build_object('position', held.position,
      'file_id', held.file_id, 'item_id', held.item_id, 'item_what', item ->> 'what', 'item_label', item ->> 'label',
      'file_name', kept.file_name, 'file_type', kept.file_type, 'file_size', kept.size, 'renditions', kept.renditions,
      'prepared', kept.mark is not null) order by held.position)
    from deliverable_files held join files kept on kept.id = held.file_id
    left join project_briefs agreed on held.item_id is not null and agreed.project_id = deliverables.project_id
      and agreed.version = deliverables.brief_version
    left join lateral jsonb_array_elements(agreed.brief -> 'items') item on item ->> 'id' = held.item_id
    where held.deliverable_id = deliverables.id) as files`)

/** A file as it is handed in. */
export interface HandedInFile {
  file_id: string
  item_id: string | null
}

/** Stores the files of a new delivery; the first is stored already (migration 0043), but without its item. */
export async function insertDeliveryFiles(
  tx: Tx,
  deliverableId: string,
  files: readonly HandedInFile[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into deliverable_files (deliverable_id, position, file_id, item_id)
      select ${deliverableId}, place, (given ->> 'file_id')::uuid, given ->> 'item_id'
      from jsonb_array_elements(${JSON.stringify(files)}::jsonb) with ordinality listed (given, place)
      on conflict (deliverable_id, position) do update set item_id = excluded.item_id`,
  )
}

/** Returns which of these uploads were handed in before, with any delivery. */
export async function handedInBefore(
  db: Queryable,
  fileIds: readonly string[],
): Promise<Set<string>> {
  const known = await rows<{ file_id: string }>(
    db,
    sql`select file_id from deliverable_files where file_id = any(${fileIds}::uuid[])`,
  )
  return new Set(known.map(({ file_id }) => file_id))
}

/** A person's finished uploads of a project's deliveries among these, with their types. */
export interface OwnUpload {
  id: string
  file_type: string
}

/**
 * Returns which of these are a person's finished uploads for a project's deliveries. They stay locked until the
 * transaction ends: a clean-up either ran before, or sees that they are in use.
 */
export const ownUploads = (
  tx: Tx,
  { ids, ownerId, projectId }: { ids: readonly string[]; ownerId: string; projectId: string },
) =>
  rows<OwnUpload>(
    tx,
    sql`select id, file_type from files where id = any(${ids}::uuid[]) and owner_id = ${ownerId}
      and project_id = ${projectId} and bucket = 'deliverable-files' order by id for key share`,
  )
