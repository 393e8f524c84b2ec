import { randomBytes } from 'node:crypto'
import type { Pool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'

/** The session that a person's test calls are made with; its id is theirs (`tokenOf`). */
export const openSession = (pool: Pool, person: { id: string }) =>
  execute(
    pool,
    sql`insert into auth.sessions (id, user_id, refresh_key, refreshed_at)
      values (${person.id}, ${person.id}, ${randomBytes(32)}, now())
      on conflict do nothing`,
  )
