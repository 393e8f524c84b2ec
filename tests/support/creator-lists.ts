import type { Pool } from '#server/db/pool.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { type BuiltUser, buildSeller } from './builders.ts'

/** A brand's list as a test needs it: owned by a new brand unless told otherwise, and with no one on it. */
export async function buildList(
  pool: Pool,
  {
    seller,
    creators = [],
    name = 'Kitchen people',
    note = null,
  }: {
    seller?: { id: string }
    creators?: readonly Pick<BuiltUser, 'id'>[]
    name?: string
    note?: string | null
  } = {},
): Promise<{ id: string; seller_id: string }> {
  const owner = seller ?? (await buildSeller(pool))
  const list = await oneRow<{ id: string; seller_id: string }>(
    pool,
    sql`insert into creator_lists (seller_id, name, created_at) values (${owner.id}, ${name}, now()) returning id, seller_id`,
  )
  for (const creator of creators)
    await execute(
      pool,
      sql`insert into listed_creators (list_id, creator_id, note, added_at) values (${list.id}, ${creator.id}, ${note}, now())`,
    )
  return list
}
