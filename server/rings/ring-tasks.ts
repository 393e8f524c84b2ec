import type { CronItem } from 'graphile-worker'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { FIRST_ID, lockRings, peopleWithMarks, relink, waitingPeople } from './ring-store.ts'

/** People evaluated per transaction. */
const PAGE = 200
/** The number of pairs named in the log; the rest are only counted. */
const NAMED = 20

/** The nightly check that links match the marks. */
export function ringTasks(deps: Deps) {
  return { 'rings.check': () => checkRings(deps) } satisfies Partial<Tasks>
}

/** Runs at night; a later run repeats what an interrupted one started. */
export const RING_CRONTAB: CronItem[] = [
  { match: '17 3 * * *', task: 'rings.check', options: { maxAttempts: 5, jobKey: 'rings.check' } },
]

/** Re-evaluates everyone, a page at a time. A link that differs is a bug: it is corrected, and logged as an error. */
async function checkRings(deps: Deps): Promise<void> {
  const now = deps.clock()
  let after: string | undefined = FIRST_ID
  let looked = 0
  const differing: string[] = []
  while (after !== undefined) {
    const page: { ids: string[]; differing: string[] } = await checkPage(deps, after, now)
    looked += page.ids.length
    differing.push(...page.differing)
    after = page.ids.length < PAGE ? undefined : page.ids.at(-1)
  }
  if (differing.length > 0)
    deps.log.error(
      { looked, differing: differing.length, pairs: differing.slice(0, NAMED) },
      'rings differ from what accounts share',
    )
  else deps.log.info({ looked }, 'rings agree with what accounts share')
}

const checkPage = (deps: Deps, after: string, now: Date) =>
  inTransaction(deps.pool, async (tx) => {
    await lockRings(tx)
    const ids = await peopleWithMarks(tx, after, PAGE)
    const changed = await relink(tx, ids, now)
    // Pairs with pending changes for the minute clock job were expected to differ.
    const waits = changed.length === 0 ? new Set<string>() : await waitingPeople(tx)
    const differing = changed
      .filter((pair) => !waits.has(pair.seller_id) && !waits.has(pair.creator_id))
      .map((pair) => `${pair.seller_id} ${pair.creator_id}`)
    return { ids, differing }
  })
