import { type Runner, run, type TaskList } from 'graphile-worker'
import { Logger } from 'graphile-worker'
import type { Log } from '../http/log.ts'
import type { Pool } from '../db/pool.ts'
import type { JobName, JobPayloads } from './job-payloads.ts'

/** The work behind each job name. A task that throws is tried again later with growing pauses. */
export type Tasks = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

/** Starts working the queue in this process; several processes share the queue, each job runs in one. */
export async function startJobs(pool: Pool, tasks: Partial<Tasks>, log: Log): Promise<Runner> {
  const taskList: TaskList = {}
  for (const name of Object.keys(tasks) as JobName[]) {
    const task = tasks[name] as (payload: unknown) => Promise<void>
    taskList[name] = (payload) => task(payload)
  }
  return run({
    pgPool: pool,
    taskList,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: new Logger(() => (level, message, meta) => {
      // The queue narrates every job; only what somebody should look at reaches our log.
      if (level === 'error') log.error({ meta }, message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
  })
}
