import type { Queryable } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { JobName, JobPayloads } from './job-payloads.ts'

/** When and how a job runs. `key` replaces a waiting job of the same key (a debounce, a dedupe). */
export interface JobOptions {
  key?: string
  runAt?: Date
  maxAttempts?: number
  /** Jobs of one queue run one after the other, in the order they were committed. */
  queue?: string
}

/**
 * The smaller goes first: money and what its events say, then mails that let somebody in. All else keeps its turn,
 * or a machine that cannot keep up would never come to it; but a thousand notices after an outage must not keep a
 * release waiting, nor a code that is good for ten minutes.
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
 * Puts a job in the queue inside the caller's transaction: it exists exactly when the change does
 * (PAYMENTS rule 6). Runs at least once, so every task must bear being run twice.
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
