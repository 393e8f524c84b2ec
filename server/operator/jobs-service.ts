import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { failedJob, findJobs, giveUpJob, type JobRow, rescheduleJob } from './jobs-store.ts'
import { presentJob } from './operator-presenter.ts'
import { type Acted, recordAct } from '#server/operator/acts/operator-acts.ts'
import { numberedPage } from '#server/operator/acts/operator-pages.ts'

/** A page of failed jobs, newest first. */
export async function jobs(deps: Deps, search: Parameters<typeof findJobs>[1]) {
  const { rows, next } = numberedPage(await findJobs(deps.pool, search))
  return { rows: rows.map(presentJob), next }
}

/** An act on a failed job, and its operator. */
interface JobAct {
  viewer: Viewer
  number: string
  reason: string
}

/** Runs a job now, with a fresh set of retries. Throws 404 when it has succeeded meanwhile. */
export const retryJob = (deps: Deps, act: JobAct) =>
  onJob(deps, act, 'retry_job', (tx) => rescheduleJob(tx, act.number))

/** The job is not retried. Its work stays undone until a person retries it. */
export const giveUp = (deps: Deps, act: JobAct) =>
  onJob(deps, act, 'give_up_job', (tx, job) => giveUpJob(tx, act.number, job.last_error))

async function onJob(
  deps: Deps,
  { viewer, number, reason }: JobAct,
  act: 'retry_job' | 'give_up_job',
  change: (tx: Tx, job: JobRow) => Promise<unknown>,
): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    const job = foundOr404(await failedJob(tx, number))
    if ((await change(tx, job)) === null) throw new AppError('operator.job_running')
    return recordAct(tx, {
      actorId: viewer.id,
      act,
      subject: 'job',
      subjectId: number,
      subjectName: job.task,
      reason,
    })
  })
}
