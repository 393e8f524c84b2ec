import type { Queryable } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { JobName, JobPayloads } from './job-payloads.ts'

/** When and how a job runs. A `key` replaces a waiting job with the same key (debounce, dedupe). */
export interface JobOptions {
  key?: string
  runAt?: Date
  maxAttempts?: number
  /** Jobs of one queue run one after another, in commit order. */
  queue?: string
}

/**
 * Lower runs first: money and its events, then mails that sign someone in. Everything else runs in order, or a machine
 * under load would never reach it; but a thousand notices after an outage must not delay a release, or a code that is
 * valid for ten minutes.
 */
const FIRST = -20
const SOON = -10
const MONEY: readonly JobName[] = [
  'payments.charge',
  'payments.release',
  'payments.refund',
  'payments.return_duplicate',
  'payments.event',
]

function priorityOf<Name extends JobName>(name: Name, payload: JobPayloads[Name]): number {
  if (MONEY.includes(name)) return FIRST
  return name === 'clocks.tick' || 'sealed' in payload ? SOON : 0
}

/**
 * Enqueues a job in the caller's transaction: the job exists exactly if the change does (PAYMENTS rule 6). Jobs run at
 * least once, so every task must be idempotent.
 */
export async function enqueue<Name extends JobName>(
  tx: Queryable,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  const { key = null, runAt = null, maxAttempts = 25, queue = null } = options
  await execute(
    tx,
    sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
      queue_name => ${queue}, run_at => ${runAt}, max_attempts => ${maxAttempts}, job_key => ${key},
      priority => ${priorityOf(name, payload)})`,
  )
}
