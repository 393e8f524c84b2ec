import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { everyoneIsDue, longestAgo, recountRecords, takeChanges } from './track-record-store.ts'

/** Changes taken, and people counted, in one transaction; each is a few milliseconds. */
const BATCH = 100
/** Batches of one minute's tick, so that it never holds up the other clocks: 1,000 people a minute, 1.4 million a day. */
const BATCHES = 10
/** Time alone changes figures (a day passes, a deal leaves the window), so everyone is counted at least this often. */
const EVERY_DAYS = 1

/** Counts the records that something has changed in, then those that were counted longest ago. */
export const trackRecordClocks: Clocks = {
  'track records to count': async (deps, now) => [() => countRecords(deps, now)],
}

/** The people whose figures are due at `now`, as many as one tick recounts. */
async function countRecords(deps: Deps, now: Date): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if (!(await countBatch(deps, now))) return
  }
}

/** One batch; false when no one was due. */
const countBatch = (deps: Pick<Deps, 'pool'>, now: Date): Promise<boolean> =>
  inTransaction(deps.pool, async (tx) => {
    const changed = await takeChanges(tx, BATCH)
    const ids =
      changed.length > 0 ? changed : await longestAgo(tx, daysBefore(now, EVERY_DAYS), BATCH)
    if (ids.length === 0) return false
    await recountRecords(tx, ids, now)
    return true
  })

/** Counts everyone, however many: for markets that were filled in at once, or whose past was moved. */
export async function countEveryone(deps: Pick<Deps, 'pool'>, now: Date): Promise<void> {
  await everyoneIsDue(deps.pool)
  while (await countBatch(deps, now));
}
