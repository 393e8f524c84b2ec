import type { Media } from '#contract/media.ts'
import { type Bucket, PUBLIC_BUCKETS } from '#contract/uploads.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, sql } from '#server/db/sql.ts'

/** A stored, checked file. */
export interface FileRow {
  id: string
  bucket: Bucket
  owner_id: string
  project_id: string | null
  path: string
  file_name: string
  file_type: string
  /** Bytes. */
  size: number
  /** Thumbhash (base64url) of a public picture. */
  blur: string | null
  /** The renditions stored beside it: '400.avif', 'poster.webp'. */
  renditions: string[]
  /** For a delivery: the words that its copies were last marked with. Null until that was tried. */
  mark: string | null
}

const columns = raw(
  'id, bucket, owner_id, project_id, path, file_name, file_type, size, blur, renditions, mark',
)

/** What is recorded of a file's arrival. */
export interface ArrivedFacts {
  /** Of the stored bytes, in hex. */
  sha256: string
  /** Of a picture, in px; null for everything else. */
  width: number | null
  height: number | null
}

/** Records a stored file. A second record of the same id is a no-op and returns false. */
export async function insertFile(
  db: Queryable,
  file: Omit<FileRow, 'renditions' | 'mark'>,
  { sha256, width, height }: ArrivedFacts,
): Promise<boolean> {
  const inserted = await execute(
    db,
    sql`insert into files (id, bucket, owner_id, project_id, path, file_name, file_type, size, blur, sha256, width, height)
      values (${file.id}, ${file.bucket}, ${file.owner_id}, ${file.project_id}, ${file.path}, ${file.file_name},
        ${file.file_type}, ${file.size}, ${file.blur}, ${sha256}, ${width}, ${height})
      on conflict (id) do nothing`,
  )
  return inserted === 1
}

/** Returns a stored file of any owner, or null. */
export function fileById(db: Queryable, id: string): Promise<FileRow | null> {
  return maybeRow(db, sql`select ${columns} from files where id = ${id}`)
}

/** What a file was found to be, and the renditions made of it. `mark` is null where no marked copy was tried. */
export interface Preparation {
  renditions: readonly string[]
  media: Media | null
  mark: string | null
}

/** Records a preparation in addition to the earlier renditions; returns false when the file is gone. */
export async function recordPreparation(
  db: Queryable,
  id: string,
  { renditions, media, mark }: Preparation,
  now: Date,
): Promise<boolean> {
  const touched = await execute(
    db,
    sql`update files set renditions = array(select distinct name from unnest(renditions || ${renditions}::text[]) name order by name),
        media = coalesce(${media === null ? null : JSON.stringify(media)}::jsonb, media),
        mark = coalesce(${mark}, mark), prepared_at = ${now}
      where id = ${id}`,
  )
  return touched === 1
}

/** Returns a stored file of one owner, or null. */
export function ownedFile(db: Queryable, id: string, ownerId: string): Promise<FileRow | null> {
  return maybeRow(db, sql`select ${columns} from files where id = ${id} and owner_id = ${ownerId}`)
}

/** A private file, and when its renditions were last made, because their content changes then. */
export type PrivateFile = FileRow & { prepared_at: string | null }

/** Returns a stored file of a private bucket, or null. Call it only after a signature was checked. */
export function privateFile(db: Queryable, id: string): Promise<PrivateFile | null> {
  return maybeRow(
    db,
    sql`select ${columns}, prepared_at from files where id = ${id} and bucket <> all (${PUBLIC_BUCKETS})`,
  )
}

/** The facts that decide whether a person may upload for a project. */
export interface UploadProject {
  status: string
  seller_id: string
  accepted_creator_id: string | null
  in_dispute: boolean
  /** Whether the viewer has a conversation about it. */
  viewer_talks: boolean
}

export function uploadProject(
  db: Queryable,
  projectId: string,
  viewerId: string,
): Promise<UploadProject | null> {
  return maybeRow(
    db,
    sql`select project.status, project.seller_id, accepted.creator_id as accepted_creator_id,
        exists (select from payments where payments.project_id = project.id and deal_dispute_id is not null) as in_dispute,
        exists (select from conversations where conversations.project_id = project.id
          and ${viewerId} in (conversations.seller_id, conversations.creator_id)) as viewer_talks
      from projects project
      left join applications accepted on accepted.project_id = project.id and accepted.status = 'accepted'
      where project.id = ${projectId}`,
  )
}
