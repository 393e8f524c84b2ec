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
/** Batches per minute's tick, limited so that this never holds up the other clock jobs. */
const BATCHES = 10

/** Re-evaluates who shares something with whom, where a sign-in, a card or a deal may have changed it. */
export const ringClocks: Clocks = {
  'rings to look at': async (deps, now) => [() => relinkChanged(deps, now)],
}

async function relinkChanged(deps: Pick<Deps, 'pool'>, now: Date): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if (!(await relinkBatch(deps, now))) return
  }
}

/** Runs one batch; returns false when nothing had changed. */
const relinkBatch = (deps: Pick<Deps, 'pool'>, now: Date): Promise<boolean> =>
  inTransaction(deps.pool, async (tx) => {
    await lockRings(tx)
    const ids = await takeRingChanges(tx, BATCH)
    if (ids.length === 0) return false
    await relink(tx, ids, now)
    return true
  })

/** Re-evaluates everyone who has marks, however many they are: for marketplaces that were filled in one go. */
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
