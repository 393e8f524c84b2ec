import type { Pool } from '#server/db/pool.ts'
import { saysOwnChanges } from './recent-writers.ts'
import type { Replica } from './replica.ts'

/** The reader, and how they asked; `about` is the person whose changes must show to everyone who asks this process. */
export interface Reading {
  viewer?: { id: string } | null
  request: { headers: Readonly<Record<string, unknown>> }
  about?: string
}

/**
 * Reads what everyone may see: from the replica if there is one, and from the primary for someone who changed something
 * a moment ago, here (`RecentWriters`) or through another process (their page says so).
 */
export function readShared<T>(
  { pool, replica }: { pool: Pool; replica?: Replica | undefined },
  { viewer, request, about }: Reading,
  query: (db: Pool) => Promise<T>,
): Promise<T> {
  return replica === undefined || saysOwnChanges(request)
    ? query(pool)
    : replica.read(query, [viewer?.id, about])
}
