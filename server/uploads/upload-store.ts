import type { Bucket } from '#contract/uploads.ts'
import type { Queryable } from '../db/pool.ts'
import { execute, maybeRow, raw, sql } from '../db/sql.ts'

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
}

const columns = raw('id, bucket, owner_id, project_id, path, file_name, file_type, size')

/** Records a stored file; a second record of the same id changes nothing. */
export async function insertFile(db: Queryable, file: FileRow): Promise<void> {
  await execute(
    db,
    sql`insert into files (id, bucket, owner_id, project_id, path, file_name, file_type, size)
      values (${file.id}, ${file.bucket}, ${file.owner_id}, ${file.project_id}, ${file.path}, ${file.file_name},
        ${file.file_type}, ${file.size})
      on conflict (id) do nothing`,
  )
}

/** A stored file of one owner, or null. */
export function ownedFile(db: Queryable, id: string, ownerId: string): Promise<FileRow | null> {
  return maybeRow(db, sql`select ${columns} from files where id = ${id} and owner_id = ${ownerId}`)
}

/** A stored file of a private bucket, or null. Ask only after a signature was checked. */
export function privateFile(db: Queryable, id: string): Promise<FileRow | null> {
  return maybeRow(
    db,
    sql`select ${columns} from files where id = ${id} and bucket in ('deliverable-files', 'proof-screenshots')`,
  )
}

/** What decides whether somebody may upload for a project. */
export interface UploadProject {
  status: string
  accepted_creator_id: string | null
}

export function uploadProject(db: Queryable, projectId: string): Promise<UploadProject | null> {
  return maybeRow(
    db,
    sql`select project.status, accepted.creator_id as accepted_creator_id
      from projects project
      left join applications accepted on accepted.project_id = project.id and accepted.status = 'accepted'
      where project.id = ${projectId}`,
  )
}
