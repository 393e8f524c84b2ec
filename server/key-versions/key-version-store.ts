import type { Queryable } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'

/** The names of versioned keys. */
export type KeyName = 'server' | 'files'

/** A version that has been current in some process. */
export interface KeyVersionRow {
  name: KeyName
  version: number
  mark: string
  first_made_at: string
  last_made_at: string
}

/** Every version that was used and has not been removed. */
export const usedVersions = (db: Queryable): Promise<KeyVersionRow[]> =>
  rows<KeyVersionRow>(
    db,
    sql`select name, version, mark, first_made_at, last_made_at from key_versions order by name, version`,
  )

/** Records that a version is current in a process now. */
export const noteMaker = (
  db: Queryable,
  { name, version, mark }: Pick<KeyVersionRow, 'name' | 'version' | 'mark'>,
  now: Date,
) =>
  execute(
    db,
    sql`insert into key_versions (name, version, mark, first_made_at, last_made_at)
      values (${name}, ${version}, ${mark}, ${now}, ${now})
      on conflict (name, version) do update set last_made_at = greatest(key_versions.last_made_at, ${now})`,
  )

/** Deletes the record of a version, once nothing stored needs it any more. */
export const forgetVersion = (db: Queryable, name: KeyName, version: number) =>
  execute(db, sql`delete from key_versions where name = ${name} and version = ${version}`)

/** Ends the sessions whose current refresh token was derived from a version of the server key. */
export const endSessionsOf = (db: Queryable, version: number) =>
  execute(db, sql`delete from auth.sessions where refresh_version = ${version}`)
