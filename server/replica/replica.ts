import { createPool, type Pool } from '#server/db/pool.ts'
import { every } from '#server/jobs/every.ts'
import type { Log } from '#server/logging/log.ts'
import type { RecentWriters } from './recent-writers.ts'

/** How far a replica may be behind and still be read, in ms. */
export const MOST_BEHIND_MS = 3_000
/** How often the two servers are compared, in ms. */
const LOOK_MS = 500
/** Lists take milliseconds; a replica that takes longer than this is given up and the primary asked, in ms. */
const PATIENCE = { statementMs: 1_500, answerMs: 2_000 }
/** Positions of the primary that are remembered: five minutes of them, the longest delay that is measured. */
const REMEMBERED = 600

/** Where a read was done. `again`: on the primary, after the replica had failed. */
export type ReadFrom = 'replica' | 'primary' | 'again'

/** A copy of the database that follows the primary, for what everyone reads and no one changes by reading. */
export interface Replica {
  /**
   * Runs a read on the replica while that is close behind, otherwise on the primary, and there again when the replica
   * fails or finds nothing. With `readers` who changed something lately (`RecentWriters`), on the primary alone.
   */
  read<T>(query: (db: Pool) => Promise<T>, readers?: readonly (string | undefined)[]): Promise<T>
  /** Compares it with the primary now, as happens by itself every half second. Never throws. */
  look(): Promise<void>
  /** How old what it shows may be, in ms; null when that is not known. */
  behindMs(): number | null
  /** Whether it is close enough behind to be read. */
  isRead(): boolean
  /** Reads since the start. */
  counts(): Readonly<Record<ReadFrom, number>>
  pool: Pool
  close(): Promise<void>
}

/**
 * Opens a replica and begins to compare it with the primary. Whatever is wrong with it (away, silent, promoted, far
 * behind), reads go to the primary: nothing depends on it.
 */
export function createReplica(
  url: string,
  primary: Pool,
  max: number,
  { log, writers }: { log: Log; writers: RecentWriters },
): Replica {
  const pool = createPool(url, max, { ...PATIENCE, readOnly: true })
  // A connection of its own: lists that wait must not make a replica that follows look late.
  const watching = createPool(url, 1, { ...PATIENCE, readOnly: true })
  const counts = { replica: 0, primary: 0, again: 0 }
  /** Where the primary was, and when; the oldest first. */
  let positions: { at: number; lsn: bigint }[] = []
  /** When the primary was where the replica is now. */
  let asOf: number | null = null

  async function look(): Promise<void> {
    const was = isRead()
    try {
      const at = performance.now()
      const here = await lsnOf(primary, 'select pg_current_wal_lsn() as lsn')
      if (here !== null) positions = [...positions.slice(1 - REMEMBERED), { at, lsn: here }]
      const there = await lsnOf(watching, REPLAYED)
      // A server that no longer follows shows what the primary may never have had.
      asOf = there === null ? null : (positions.findLast(({ lsn }) => lsn <= there)?.at ?? null)
    } catch {
      // What was seen before grows old, and is soon too old.
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
        // Not to be waited for by everyone until the next look. What is merely not found may be new.
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
