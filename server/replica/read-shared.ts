import { OWN_CHANGES_HEADER } from '#contract/replica.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Replica } from './replica.ts'

/** Who reads, and how they asked; `about` is whose changes must show to everyone who asks this process. */
export interface Reading {
  viewer?: { id: string } | null
  request: { headers: Readonly<Record<string, unknown>> }
  about?: string
}

/**
 * Reads what everyone may see: on the replica where there is one, and on the primary for someone who changed something
 * a moment ago, here (`Replica.wrote`) or through another process (their page says so).
 */
export function readShared<T>(
  { pool, replica }: { pool: Pool; replica?: Replica | undefined },
  { viewer, request, about }: Reading,
  query: (db: Pool) => Promise<T>,
): Promise<T> {
  const saysSo = request.headers[OWN_CHANGES_HEADER] !== undefined
  return replica === undefined || saysSo ? query(pool) : replica.read(query, [viewer?.id, about])
}
