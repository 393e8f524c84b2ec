import { EventEmitter } from 'node:events'
import {
  type CronItem,
  type Job,
  Logger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Log } from '#server/logging/log.ts'
import type { Pool } from '#server/db/pool.ts'
import { watchWorkers } from './dead-workers.ts'
import { patientPool } from './patient-pool.ts'
import type { JobName, JobPayloads } from './job-payloads.ts'

/** The work behind each job name. A task that throws is tried again later with growing pauses. */
export type Tasks = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

/** A process's share in working the queue. */
export interface Jobs {
  /** Lets running jobs finish and takes no new ones. */
  stop(): Promise<void>
}

/** Starts working the queue in this process; several processes share the queue, each job runs in one. */
export async function startJobs(
  pool: Pool,
  tasks: Partial<Tasks>,
  log: Log,
  /** Jobs that come by the clock. */
  crontab?: CronItem[],
): Promise<Jobs> {
  const taskList: TaskList = {}
  for (const name of Object.keys(tasks) as JobName[]) {
    const task = tasks[name] as (payload: unknown) => Promise<void>
    taskList[name] = (payload) => task(payload)
  }
  const events = new EventEmitter() as WorkerEvents
  let workerId = ''
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
  })
  const running = new Set<string>()
  events.on('job:start', ({ job }) => running.add(job.id))
  events.on('job:complete', ({ job }) => running.delete(job.id))
  const runner = await run({
    pgPool: patientPool(pool),
    taskList,
    // As items: the names of our tasks have dots, which a line of a crontab may not.
    ...(crontab === undefined ? {} : { parsedCronItems: parseCronItems(crontab) }),
    events,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: new Logger(() => (level, message, meta) => {
      // The queue narrates every job; only what somebody should look at reaches our log.
      // Of a job that failed, never what it carries: addresses, and people's own words.
      if (level === 'error') log[willBeRetried(meta) ? 'warn' : 'error'](failureOf(meta), message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
  })
  const watch = await watchWorkers(pool, { id: workerId, running }, log)
  return {
    async stop() {
      await runner.stop()
      watch.stop()
    },
  }
}

/** Of a job that failed: whether the queue tries it again by itself. What gave up waits for a person. */
function willBeRetried(meta: object | undefined): boolean {
  const { job } = (meta ?? {}) as { job?: Partial<Job> }
  return job?.attempts !== undefined && job.attempts < (job.max_attempts ?? 0)
}

function failureOf(meta: object | undefined) {
  const { job, error: err } = (meta ?? {}) as { job?: Partial<Job>; error?: unknown }
  return { err, job: job?.id, task: job?.task_identifier, attempts: job?.attempts }
}
