import { rows, sql } from '#server/db/sql.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

interface Job {
  id: string
  task: string
  payload: { event_id?: string }
  queue: string | null
}

type HeldCall = World['line']['held'][number]

/**
 * One process of the product: its current job, and what it waits for. Jobs are taken straight from the queue's table,
 * one at a time and in an order the run chooses, so that the same seed is the same run.
 */
export class Process {
  /** Work that is waiting for the provider's response, oldest first. */
  private inFlight: { call: HeldCall; done: Promise<void> }[] = []
  private busy = new Map<string, string | null>()
  private readonly firstJobOf = new Map<string, string>()
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** Works until it is done or has to wait for the provider; then `hearBack` continues it. */
  async work(task: () => Promise<void>): Promise<void> {
    const held = this.world.line.nextHold()
    await this.follow(task(), held)
  }

  /** Answers the oldest held call and lets its work continue. Returns false when nothing is waiting. */
  async hearBack(): Promise<boolean> {
    const waiting = this.inFlight.shift()
    if (waiting === undefined) return false
    const held = this.world.line.nextHold()
    waiting.call.answer()
    await this.follow(waiting.done, held)
    return true
  }

  /** Simulates kill -9: pending work never gets a response, and other processes take over the jobs. */
  die(): void {
    this.inFlight = []
    this.busy = new Map()
    this.world.line.cut()
  }

  /**
   * Runs one waiting job, the `pick`th. With `forget` the process dies between the job's last commit and its removal
   * from the queue, so the job will run again. Returns false when nothing is waiting.
   */
  async runJob(pick: number, forget = false): Promise<boolean> {
    const waiting = await this.waitingJobs()
    const job = waiting[pick % waiting.length]
    if (job === undefined) return false
    this.noteEvent(job)
    const task = this.world.tasks[job.task]
    if (task === undefined) throw new Error(`no task ${job.task}`)
    this.busy.set(job.id, job.queue)
    await this.work(async () => {
      let failure: unknown = null
      await task(job.payload as never).catch((error: unknown) => {
        failure = error
      })
      if (!forget) await this.settle(job, failure)
      this.busy.delete(job.id)
    })
    return true
  }

  /** Our runnable jobs, oldest first. */
  async waitingJobs(): Promise<Job[]> {
    const jobs = await rows<Job>(
      this.world.pool,
      sql`select jobs.id::text, tasks.identifier as task, jobs.payload, queues.queue_name as queue
        from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
        where tasks.identifier = any(${Object.keys(this.world.tasks)})
        order by jobs.id`,
    )
    const taken = new Set([...this.busy.values()].filter((queue) => queue !== null))
    return jobs.filter(
      (job) => !this.busy.has(job.id) && (job.queue === null || !taken.has(job.queue)),
    )
  }

  private async follow(done: Promise<void>, held: Promise<void>): Promise<void> {
    const ended = await Promise.race([done.then(() => true), held.then(() => false)])
    const call = ended ? undefined : this.world.line.held.pop()
    if (call !== undefined) this.inFlight.push({ call, done })
  }

  private async settle(job: Job, failure: unknown): Promise<void> {
    const { pool } = this.world
    if (failure === null) {
      await pool.query('delete from graphile_worker._private_jobs where id = $1', [job.id])
      return
    }
    // Between two retries the queue waits up to six hours, so that its 25 attempts outlast any outage. Here no time
    // passes between them, so giving up would be an artefact of that.
    await pool.query(
      `update graphile_worker._private_jobs set attempts = least(attempts + 1, max_attempts - 1),
        last_error = $2 where id = $1`,
      [job.id, failure instanceof Error ? failure.message : 'no error was thrown'],
    )
  }

  /** The inbox accepts an event once, however many times it is delivered. */
  private noteEvent(job: Job): void {
    const event = job.payload.event_id
    if (event === undefined) return
    const first = this.firstJobOf.get(event) ?? job.id
    this.firstJobOf.set(event, first)
    if (first !== job.id) throw new Violation('M8', `event ${event} was taken in twice`)
  }
}
