import type { Queryable } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'

/** The moves that were recorded about a payment, a deliverable or whatever has this id, oldest first. */
export async function movesOf(db: Queryable, id: string): Promise<string[]> {
  const events = await rows<{ move: string }>(
    db,
    sql`select move from events where entity_id = ${id} order by id`,
  )
  return events.map(({ move }) => move)
}

/** The names of the notices that a person received, oldest first. */
export async function noticesOf(db: Queryable, person: { id: string }): Promise<string[]> {
  const notices = await rows<{ notice: string }>(
    db,
    sql`select notice from notifications where user_id = ${person.id} order by id`,
  )
  return notices.map(({ notice }) => notice)
}
