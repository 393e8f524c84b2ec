import type { Queryable } from '../db/pool.ts'
import { execute, sql } from '../db/sql.ts'
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
      queue_name => ${queue}, run_at => ${runAt}, max_attempts => ${maxAttempts}, job_key => ${key})`,
  )
}
