import { createPool, type Pool } from '#server/db/pool.ts'
import { every } from '#server/jobs/every.ts'
import type { Log } from '#server/logging/log.ts'
import type { RecentWriters } from './recent-writers.ts'

/** How far a replica may lag behind and still be read, in ms. */
export const MOST_BEHIND_MS = 3_000
/** How often the two servers are compared, in ms. */
const LOOK_MS = 500
/**
 * Lists take milliseconds; a read on a replica that takes longer than this, in ms, is abandoned and repeated on the
 * primary.
 */
const PATIENCE = { statementMs: 1_500, answerMs: 2_000 }
/** The number of remembered positions of the primary: five minutes of them, the longest lag that is measured. */
const REMEMBERED = 600

/** Where a read was done. `again`: on the primary, after the replica had failed. */
export type ReadFrom = 'replica' | 'primary' | 'again'

/** A copy of the database that follows the primary, for data that everyone reads and no one changes by reading it. */
export interface Replica {
  /**
   * Runs a read on the replica while that is close behind, otherwise on the primary, and again on the primary when the
   * replica fails or finds nothing. If any of `readers` changed something recently (`RecentWriters`), on the primary
   * only.
   */
  read<T>(query: (db: Pool) => Promise<T>, readers?: readonly (string | undefined)[]): Promise<T>
  /** Compares it with the primary now; this also happens by itself every half second. Never throws. */
  look(): Promise<void>
  /** How old its data may be, in ms; null when that is not known. */
  behindMs(): number | null
  /** Whether its lag is small enough for reads. */
  isRead(): boolean
  /** The number of reads since the start. */
  counts(): Readonly<Record<ReadFrom, number>>
  pool: Pool
  close(): Promise<void>
}

/**
 * Opens a replica and begins to compare it with the primary. Whatever is wrong with it (away, silent, promoted, far
 * behind), reads go to the primary: nothing depends on the replica.
 */
export function createReplica(
  url: string,
  primary: Pool,
  max: number,
  { log, writers }: { log: Log; writers: RecentWriters },
): Replica {
  const pool = createPool(url, max, { ...PATIENCE, readOnly: true })
  // A dedicated connection: lists that wait must not make a replica that follows closely look late.
  const watching = createPool(url, 1, { ...PATIENCE, readOnly: true })
  const counts = { replica: 0, primary: 0, again: 0 }
  /** The primary's positions and their times; the oldest first. */
  let positions: { at: number; lsn: bigint }[] = []
  /** The time at which the primary was where the replica is now. */
  let asOf: number | null = null

  async function look(): Promise<void> {
    const was = isRead()
    try {
      const at = performance.now()
      const here = await lsnOf(primary, 'select pg_current_wal_lsn() as lsn')
      if (here !== null) positions = [...positions.slice(1 - REMEMBERED), { at, lsn: here }]
      const there = await lsnOf(watching, REPLAYED)
      // A server that no longer follows may show data that the primary never had.
      asOf = there === null ? null : (positions.findLast(({ lsn }) => lsn <= there)?.at ?? null)
    } catch {
      // The last comparison grows old, and soon counts as too old.
    }
    const is = isRead()
    if (was && !is) log.warn('the replica is away or behind: the primary is read')
    if (!was && is) log.info('the replica is read')
  }

  function behindMs(): number | null {
    return asOf === null ? null : performance.now() - asOf
  }

  function isRead(): boolean {
    const behind = behindMs()
    return behind !== null && behind <= MOST_BEHIND_MS
  }

  const stop = every(LOOK_MS, look, log, 'the replica could not be looked at')
  void look()
  return {
    async read(query, readers = []) {
      if (!isRead() || readers.some(writers.wroteLately)) {
        counts.primary += 1
        return query(primary)
      }
      try {
        const found = await query(pool)
        counts.replica += 1
        return found
      } catch (error) {
        // Other requests must not wait for it until the next check. An error for a row that is merely not found may
        // mean that the row is new.
        if (!('status' in (error as object))) asOf = null
        counts.again += 1
        return query(primary)
      }
    },
    look,
    behindMs,
    isRead,
    counts: () => counts,
    pool,
    async close() {
      stop()
      await Promise.all([pool.end(), watching.end()])
    },
  }
}

/** Null on a server that takes writes itself. */
const REPLAYED = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as lsn`

/** A position in the log as a number: "16/B374D848" is two halves in hex. */
async function lsnOf(pool: Pool, statement: string): Promise<bigint | null> {
  const { rows: found } = await pool.query<{ lsn: string | null }>(statement)
  const [high, low] = found[0]?.lsn?.split('/') ?? []
  return high === undefined || low === undefined
    ? null
    : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
