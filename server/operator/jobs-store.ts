import type { JobState } from '#contract/operator.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { cursorNumber, pageLimit } from '#server/operator/acts/operator-pages.ts'

/** A failed job of the queue. `payload` may contain people's words: only FACTS of it leave the server. */
export interface JobRow {
  number: number
  task: string
  payload: unknown
  attempts: number
  max_attempts: number
  last_error: string | null
  created_at: string
  run_at: string
  locked: boolean
}

const columns =
  raw(`jobs.id as number, tasks.identifier as task, jobs.payload, jobs.attempts, jobs.max_attempts,
  jobs.last_error, jobs.created_at, jobs.run_at, jobs.locked_at is not null as locked`)
// Reads the queue's own tables: its public view has neither the payload nor an order suitable for paging.
const queue = raw(`graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id`)

const states: Record<JobState, string> = {
  retrying: 'jobs.attempts < jobs.max_attempts and jobs.locked_at is null',
  running: 'jobs.locked_at is not null',
  given_up: 'jobs.attempts >= jobs.max_attempts and jobs.locked_at is null',
}

/** A page of failed jobs, newest first, plus one row. */
export function jobsStatement(search: {
  q?: string | undefined
  state?: JobState | undefined
  after?: string | undefined
}): Statement {
  const wanted = search.q?.trim() || null
  return unprepared(sql`select ${columns} from ${queue}
    where jobs.id < ${cursorNumber(search.after)} and jobs.last_error is not null
      and (${wanted}::text is null or starts_with(tasks.identifier, ${wanted}))
      and ${raw(search.state === undefined ? 'true' : states[search.state])}
    order by jobs.id desc limit ${pageLimit}`)
}

export const findJobs = (db: Queryable, search: Parameters<typeof jobsStatement>[0]) =>
  rows<JobRow>(db, jobsStatement(search))

/** A failed job; null once it has succeeded, because then it is gone. */
export const failedJob = (tx: Tx, number: string) =>
  maybeRow<JobRow>(
    tx,
    sql`select ${columns} from ${queue} where jobs.id = ${number} and jobs.last_error is not null for update of jobs`,
  )

/** Runs a job now, with a fresh set of retries; null while a worker holds it. */
export const rescheduleJob = (tx: Tx, number: string) =>
  maybeRow(
    tx,
    sql`select id from graphile_worker.reschedule_jobs(array[${number}::bigint], run_at => now(), attempts => 0)`,
  )

/** Stops a job's retries and keeps its error; null while a worker holds it. */
export const giveUpJob = (tx: Tx, number: string, lastError: string | null) =>
  maybeRow(
    tx,
    sql`select id from graphile_worker.permanently_fail_jobs(array[${number}::bigint], ${lastError ?? 'given up'})`,
  )
