import type pg from 'pg'
import type { Pool } from '#server/db/pool.ts'
import { every } from './every.ts'
import type { Log } from '#server/logging/log.ts'

/**
 * The queue releases a dead process's jobs only after four hours. Each process therefore holds an advisory lock named
 * after its worker for as long as it lives. PostgreSQL releases the lock the moment the process is gone, and any
 * process that finds it free releases that worker's jobs. A wrong guess (a lost connection) only runs a job twice, and
 * every task is idempotent.
 */

/** First half of the advisory lock's key, which keeps workers' locks apart from all others. */
const LOCK_CLASS = 7_221_949
const LOOK_EVERY_MS = 15_000
const FORGOTTEN_AFTER_S = 30

/** This process's worker, and the ids of the jobs it knows it is running. */
export interface OwnWorker {
  id: string
  running: ReadonlySet<string>
}

/** Releases the jobs of dead workers, now and periodically, and marks this worker as alive. */
export async function watchWorkers(
  pool: Pool,
  own: OwnWorker,
  log: Log,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<{ stop(): void }> {
  const mark = markOfLife(pool, own.id)
  const look = async () => {
    await mark.keep()
    await freeDeadJobs(pool, own.id, log)
    await freeForgottenJobs(pool, own.id, [...own.running], log)
  }

  await look()
  const stopLooking = every(lookEveryMs, look, log, 'could not look for dead workers')
  return {
    stop() {
      stopLooking()
      mark.end()
    },
  }
}

/** The lock that says this process is alive, and the one connection that holds it. */
function markOfLife(pool: Pool, id: string) {
  let held: pg.PoolClient | null = null
  let isEnded = false

  function drop(): void {
    const client = held
    held = null
    client?.release(true)
  }

  async function take(): Promise<void> {
    const client = await pool.connect()
    let got = false
    try {
      const { rows } = await client.query<{ got: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as got',
        [LOCK_CLASS, id],
      )
      got = rows[0]?.got ?? false
    } finally {
      // Not acquired: the server has not noticed yet that an earlier connection of ours is gone. As long as it holds
      // that connection's lock, we count as alive; waiting for the lock here would take a connection at every check.
      if (!got) client.release(true)
    }
    if (!got) return
    // Ended meanwhile: a connection that is kept would hold up the end of the pool.
    if (isEnded) return client.release(true)
    held = client
    client.once('error', () => {
      if (held === client) drop()
    })
  }

  return {
    /** Gives up the lock for good. */
    end() {
      isEnded = true
      drop()
    },
    /** Throws when the database is unavailable; the next check tries again. */
    async keep(): Promise<void> {
      if (held === null) return take()
      try {
        // A connection that fell silent is detected only by querying it.
        await held.query('select 1')
      } catch (error) {
        drop()
        throw error
      }
    },
  }
}

/**
 * Releases a job. A job whose process died in its last attempt runs once more, and this is logged: a key that was
 * enqueued again while the job was locked has used up its attempts, and a job that never failed would stay in the queue
 * as one that gave up. A second death is final, so a job that kills processes cannot do so forever.
 */
const RELEASE = `set locked_by = null, locked_at = null,
  attempts = case when attempts >= max_attempts and last_error is null then max_attempts - 1 else attempts end,
  last_error = case when attempts >= max_attempts then coalesce(last_error, 'the process that ran it ended') else last_error end`

async function freeDeadJobs(pool: Pool, ownId: string, log: Log): Promise<void> {
  // Check and release are one statement: the lock taken to prove the death is held until both are done.
  const { rows } = await pool.query<{ id: string }>(
    `with holders as materialized (
       select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null
     ), dead as materialized (
       select id from holders where id <> $1 and pg_try_advisory_xact_lock($2, hashtext(id))
     ), jobs as (
       update graphile_worker._private_jobs ${RELEASE} where locked_by in (select id from dead)
     ), queues as (
       update graphile_worker._private_job_queues set locked_by = null, locked_at = null
       where locked_by in (select id from dead)
     )
     select id from dead`,
    [ownId, LOCK_CLASS],
  )
  if (rows.length > 0)
    log.info({ workers: rows.map((row) => row.id) }, 'gave the jobs of dead workers back')
}

/**
 * Two cases. A job that was fetched while the connection broke before the response arrived: it is locked by us, but no
 * one runs it. And a queue locked by us without a job of ours: after a failover two processes may run one job, and the
 * first to finish removes it without releasing the other's queue. A job that finished a moment ago is still being
 * removed, so only older ones are released.
 */
async function freeForgottenJobs(
  pool: Pool,
  ownId: string,
  running: readonly string[],
  log: Log,
): Promise<void> {
  const { rows } = await pool.query<{ kind: 'job' | 'queue'; id: string }>(
    `with forgotten as (
       update graphile_worker._private_jobs ${RELEASE}
       where locked_by = $1 and locked_at < now() - make_interval(secs => $3) and id <> all($2::bigint[])
       returning id, job_queue_id
     ), queues as (
       update graphile_worker._private_job_queues queues set locked_by = null, locked_at = null
       where locked_by = $1 and (
         id in (select job_queue_id from forgotten)
         or locked_at < now() - make_interval(secs => $3) and not exists (
           select from graphile_worker._private_jobs jobs where jobs.job_queue_id = queues.id and jobs.locked_by = $1
         )
       )
       returning id
     )
     select 'job' as kind, id::text from forgotten union all select 'queue', id::text from queues`,
    [ownId, running, FORGOTTEN_AFTER_S],
  )
  if (rows.length > 0) log.warn({ released: rows }, 'gave forgotten jobs and queues back')
}
