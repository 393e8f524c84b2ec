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
import { isDatabaseAway } from '#server/db/away.ts'
import type { Log } from '#server/logging/log.ts'
import type { Pool } from '#server/db/pool.ts'
import { watchWorkers } from './dead-workers.ts'
import { isOutage, patientPool, uncountAttempt } from './patient-pool.ts'
import type { JobName, JobPayloads } from './job-payloads.ts'

/**
 * The task behind each job name. A task that throws is retried with back-off; an attempt that failed for lack of a
 * database, or because of a full disk, does not count.
 */
export type Tasks = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

/** This process's worker on the queue. */
export interface Jobs {
  /** Lets running jobs finish and takes no new ones. */
  stop(): Promise<void>
}

/** Starts processing the queue in this process. Several processes share the queue; each job runs in one of them. */
export async function startJobs(
  pool: Pool,
  tasks: Partial<Tasks>,
  log: Log,
  /** Scheduled jobs. */
  crontab?: CronItem[],
): Promise<Jobs> {
  const taskList: TaskList = {}
  for (const name of Object.keys(tasks) as JobName[]) {
    const task = tasks[name] as (payload: unknown) => Promise<void>
    taskList[name] = async (payload, { job }) => {
      try {
        await task(payload)
      } catch (error) {
        if (error instanceof Error && isOutage(error)) await uncountAttempt(pool, job.id, error)
        throw error
      }
    }
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
    pgPool: patientPool(pool, log),
    taskList,
    // Given as items: our task names contain dots, which a crontab line does not allow.
    ...(crontab === undefined ? {} : { parsedCronItems: parseCronItems(crontab) }),
    events,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: new Logger(() => (level, message, meta) => {
      // The queue logs every job; only what someone should look at reaches our log. The payload of a failed job never
      // does: it contains addresses and people's own words.
      if (level === 'error') log[passes(meta) ? 'warn' : 'error'](failureOf(meta), message)
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

/**
 * Whether the queue recovers by itself: a failed job is retried, except one that gave up, and anything that failed
 * because the database was unavailable is repeated once it is back.
 */
function passes(meta: object | undefined): boolean {
  const { job, error } = (meta ?? {}) as { job?: Partial<Job>; error?: unknown }
  if (job !== undefined) return (job.attempts ?? Infinity) < (job.max_attempts ?? 0)
  return error instanceof Error && isDatabaseAway(error)
}

function failureOf(meta: object | undefined) {
  const { job, error: err } = (meta ?? {}) as { job?: Partial<Job>; error?: unknown }
  return { err, job: job?.id, task: job?.task_identifier, attempts: job?.attempts }
}
