import type { CronItem } from 'graphile-worker'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { compareRecords, FIRST_ID, keepCheck, recountRecords } from './track-record-store.ts'

/** People compared per statement. */
const PAGE = 200
/** Ids named in the log; the rest are only counted. */
const NAMED = 20

/** The nightly check that stored figures match the events. */
export function trackRecordTasks(deps: Deps) {
  return { 'track_records.check': () => checkRecords(deps) } satisfies Partial<Tasks>
}

/** Runs at night; a later run redoes an interrupted one. */
export const TRACK_RECORD_CRONTAB: CronItem[] = [
  {
    match: '37 3 * * *',
    task: 'track_records.check',
    options: { maxAttempts: 5, jobKey: 'track_records.check' },
  },
]

/**
 * Recounts everyone's figures, a page at a time, and compares. A difference is a bug: it is logged, shown in the
 * metrics until the next night, and corrected.
 */
async function checkRecords(deps: Deps): Promise<void> {
  const now = deps.clock()
  let after: string | null = FIRST_ID
  let looked = 0
  const differing: string[] = []
  while (after !== null) {
    const page: Awaited<ReturnType<typeof compareRecords>> = await compareRecords(
      deps.pool,
      after,
      PAGE,
    )
    looked += page.looked
    differing.push(...page.differing)
    if (page.differing.length > 0)
      await inTransaction(deps.pool, (tx) => recountRecords(tx, page.differing, now))
    after = page.last
  }
  await keepCheck(deps.pool, looked, differing.length, now)
  if (differing.length > 0)
    deps.log.error(
      { looked, differing: differing.length, ids: differing.slice(0, NAMED) },
      'track records differ from their events',
    )
  else deps.log.info({ looked }, 'track records agree with their events')
}
