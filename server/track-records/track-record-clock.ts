import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { everyoneIsDue, longestAgo, recountRecords, takeChanges } from './track-record-store.ts'

/** Changes taken, and people recounted, per transaction; each takes a few milliseconds. */
const BATCH = 100
/**
 * Batches per minute's tick, limited so that this never holds up the other clock jobs: 1,000 people a minute, 1.4
 * million a day.
 */
const BATCHES = 10
/**
 * Time alone changes figures (a day passes, a deal leaves the window), so everyone is recounted at least this often.
 */
const EVERY_DAYS = 1

/** Recounts the records that something has changed in, then those that were counted longest ago. */
export const trackRecordClocks: Clocks = {
  'track records to count': async (deps, now) => [() => countRecords(deps, now)],
}

/** Recounts the people whose figures are due at `now`, as many as one tick handles. */
async function countRecords(deps: Deps, now: Date): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if (!(await countBatch(deps, now))) return
  }
}

/** Recounts one batch; returns false when no one was due. */
const countBatch = (deps: Pick<Deps, 'pool'>, now: Date): Promise<boolean> =>
  inTransaction(deps.pool, async (tx) => {
    const changed = await takeChanges(tx, BATCH)
    const ids =
      changed.length > 0 ? changed : await longestAgo(tx, daysBefore(now, EVERY_DAYS), BATCH)
    if (ids.length === 0) return false
    await recountRecords(tx, ids, now)
    return true
  })

/** Recounts everyone, however many: for marketplaces that were filled in one go, or whose past was moved. */
export async function countEveryone(deps: Pick<Deps, 'pool'>, now: Date): Promise<void> {
  await everyoneIsDue(deps.pool)
  while (await countBatch(deps, now));
}
