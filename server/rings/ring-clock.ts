import type { Clocks } from '#server/clocks/tick.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import {
  dropRingChanges,
  FIRST_ID,
  lockRings,
  peopleWithMarks,
  relink,
  takeRingChanges,
} from './ring-store.ts'

/** Changes taken in one transaction. */
const BATCH = 100
/** Batches of one minute's tick, so that it never holds up the other clocks. */
const BATCHES = 10

/** Looks again at who shares something with whom, where a sign-in, a card or a deal may have changed it. */
export const ringClocks: Clocks = {
  'rings to look at': async (deps, now) => [() => relinkChanged(deps, now)],
}

async function relinkChanged(deps: Pick<Deps, 'pool'>, now: Date): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if (!(await relinkBatch(deps, now))) return
  }
}

/** One batch; false when nothing had changed. */
const relinkBatch = (deps: Pick<Deps, 'pool'>, now: Date): Promise<boolean> =>
  inTransaction(deps.pool, async (tx) => {
    await lockRings(tx)
    const ids = await takeRingChanges(tx, BATCH)
    if (ids.length === 0) return false
    await relink(tx, ids, now)
    return true
  })

/** Looks at everyone who was seen with anything, however many: for markets that were filled in at once. */
export async function relinkEveryone(deps: Pick<Deps, 'pool'>, now: Date): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const from: string = after
    const ids = await inTransaction(deps.pool, async (tx) => {
      await lockRings(tx)
      const page = await peopleWithMarks(tx, from, BATCH)
      await relink(tx, page, now)
      return page
    })
    after = ids.length < BATCH ? undefined : ids.at(-1)
  }
  await inTransaction(deps.pool, dropRingChanges)
}
