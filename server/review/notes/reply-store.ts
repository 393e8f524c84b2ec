import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

export const replyById = (db: Queryable, id: string) =>
  maybeRow<{ note_id: string; author_id: string; body: string }>(
    db,
    sql`select note_id, author_id, body from review_replies where id = ${id}`,
  )

/** Returns the total number of characters of all replies in a project. */
export const repliedLength = async (tx: Tx, projectId: string): Promise<number> =>
  (
    await oneRow<{ length: number }>(
      tx,
      sql`select coalesce(sum(char_length(review_replies.body)), 0)::integer as length
        from review_replies join review_notes on review_notes.id = note_id where project_id = ${projectId}`,
    )
  ).length

/** Adds a reply; returns 0 when its id was taken a moment ago, in another project. */
export const insertReply = (
  tx: Tx,
  reply: { id: string; noteId: string; authorId: string; body: string },
  now: Date,
) =>
  execute(
    tx,
    sql`insert into review_replies (id, note_id, author_id, body, created_at)
      values (${reply.id}, ${reply.noteId}, ${reply.authorId}, ${reply.body}, ${now})
      on conflict (id) do nothing`,
  )
