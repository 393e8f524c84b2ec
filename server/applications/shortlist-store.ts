import { applicationTransitions } from '#contract/applications.ts'
import { maybeRow, oneRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** An application's mark. */
export interface ShortlistRow {
  id: string
  shortlisted_at: string | null
}

/**
 * Marks an application that is still to be answered; a repeated request keeps the first moment. Null otherwise: for the
 * owner, an application rejected a moment ago counts as answered, although the rejection can still be undone.
 */
export const mark = (tx: Tx, id: string, now: Date) =>
  maybeRow<ShortlistRow>(
    tx,
    sql`update applications set shortlisted_at = coalesce(shortlisted_at, ${now})
      where id = ${id} and status = any(${applicationTransitions.accept.from}) and reject_at is null
      returning id, shortlisted_at`,
  )

/** Removes the mark, whatever the outcome of the application. */
export const unmark = (tx: Tx, id: string) =>
  oneRow<ShortlistRow>(
    tx,
    sql`update applications set shortlisted_at = null where id = ${id} returning id, shortlisted_at`,
  )
