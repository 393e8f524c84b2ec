import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'

/** Jobs by name. */
export type Work = Record<string, (payload: never) => Promise<void>>

/** How often a failing job is retried before it is left for later. */
const TRIES = 3

/**
 * Works the queue's table until no job of `work` is left, or the remaining ones have failed repeatedly. Also takes jobs
 * locked by a dead process: the runner's own detection is tested in crash.test.ts.
 */
export async function drain(
  pool: Pool,
  work: Work,
  after: () => void = () => undefined,
): Promise<void> {
  const failed = new Map<string, number>()
  for (;;) {
    const jobs = await rows<{ id: string; task: string; payload: never }>(
      pool,
      sql`select jobs.id::text, tasks.identifier as task, jobs.payload
        from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = any(${Object.keys(work)}) order by jobs.id`,
    )
    const job = jobs.find(({ id }) => (failed.get(id) ?? 0) < TRIES)
    if (job === undefined) return
    try {
      await work[job.task]?.(job.payload)
      after()
      await pool.query('delete from graphile_worker._private_jobs where id = $1', [job.id])
    } catch {
      failed.set(job.id, (failed.get(job.id) ?? 0) + 1)
    }
  }
}

/** Performs a click while the queue is being worked: a click waits for the job that moves the money. */
export async function whileDraining<Answer>(
  pool: Pool,
  work: Work,
  click: () => Promise<Answer>,
  after?: () => void,
): Promise<Answer> {
  const clicked = { done: false }
  const answer = click().finally(() => {
    clicked.done = true
  })
  answer.catch(() => undefined)
  while (!clicked.done) {
    await drain(pool, work, after)
    await Promise.race([answer.catch(() => undefined), pause(15)])
  }
  await drain(pool, work, after)
  return answer
}
