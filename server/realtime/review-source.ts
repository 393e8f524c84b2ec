import type { Queryable } from '#server/db/pool.ts'

/**
 * The data that sockets read about review rooms. Supplied by that domain in app.ts, so that this folder depends on no
 * domain.
 */
export interface ReviewSource {
  /** Whether someone is one of the two people of a version's deal. */
  isParty(db: Queryable, viewerId: string, deliverableId: string): Promise<boolean>
}
