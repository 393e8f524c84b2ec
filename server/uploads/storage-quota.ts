import { STORAGE_QUOTA } from '#contract/uploads.ts'
import type { Pool, Queryable } from '#server/db/pool.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'

/** An upload that is about to begin. */
interface BegunUpload {
  id: string
  ownerId: string
  bytes: number
}

/**
 * Reserves an account's room for an upload. Throws upload.too_many_running and upload.quota_full. Serialized per
 * account: a hundred concurrent uploads get no more than sequential ones.
 */
export function setRoomAside(
  pool: Pool,
  { id, ownerId, bytes }: BegunUpload,
  now: Date,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await execute(
      tx,
      sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${ownerId}`}, 0))`,
    )
    const { kept, running } = await oneRow<{ kept: number; running: number }>(
      tx,
      sql`select
        (select coalesce(sum(size), 0) from files where owner_id = ${ownerId})::bigint as kept,
        (select coalesce(sum(bytes), 0) from uploads_in_flight where owner_id = ${ownerId})::bigint as running`,
    )
    if (running + bytes > STORAGE_QUOTA.inFlightBytes)
      throw new AppError('upload.too_many_running', { retryAfter: 60 })
    if (kept + running + bytes > STORAGE_QUOTA.keptBytes) throw new AppError('upload.quota_full')
    await execute(
      tx,
      sql`insert into uploads_in_flight (id, owner_id, bytes, begun_at) values (${id}, ${ownerId}, ${bytes}, ${now})`,
    )
  })
}

/** Releases an upload's room after it was finished, refused or removed. */
export async function giveRoomBack(db: Queryable, id: string): Promise<void> {
  await execute(db, sql`delete from uploads_in_flight where id = ${id}`)
}

/** Releases the room of uploads that began before a moment, whatever their outcome. */
export async function giveOldRoomBack(db: Queryable, before: Date): Promise<void> {
  await execute(db, sql`delete from uploads_in_flight where begun_at < ${before}`)
}
