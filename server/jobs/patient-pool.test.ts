import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { createLog } from '#server/logging/log.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { enqueue } from './enqueue.ts'
import { patientPool } from './patient-pool.ts'
import { startJobs } from './runner.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 10)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Makes the removal of the next `times` finished jobs fail with `code`. */
async function refuseToForget(code: string, times: number): Promise<void> {
  await pool.query(`
    create sequence if not exists refusals;
    select setval('refusals', 1, false);
    create or replace function refuse() returns trigger language plpgsql as $$ begin
      if nextval('refusals') <= ${times} then raise exception 'refused' using errcode = '${code}'; end if;
      return old; end $$;
    create or replace trigger refuse before delete on graphile_worker._private_jobs
      for each row execute function refuse()`)
}

const jobsLeft = async () => {
  const { rows } = await pool.query<{ id: string }>('select id from graphile_worker._private_jobs')
  return rows.length
}

test('failing to record the end of a job does not end the process: recording is retried, the job runs once', async () => {
  let runs = 0
  const own = createPool(database.url, 6)
  const task = async () => {
    runs += 1
    // The state of an idle connection after PostgreSQL was killed.
    if (runs === 1)
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and query like '%graphile_worker%'`,
      )
  }
  const jobs = await startJobs(own, { 'clocks.tick': task }, createLog('silent'))
  // Admin shutdown: the code PostgreSQL sends when it is told to stop.
  await refuseToForget('57P01', 2)
  await enqueue(pool, 'clocks.tick', {})
  await expect.poll(jobsLeft).toBe(0)
  expect(runs).toBe(1)
  await jobs.stop()
  await own.end()
})

test('a refused write does not end the process: a standby’s is retried, any other leaves the job to run again', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  let runs = 0
  const own = createPool(database.url, 6)
  const work = async () => {
    runs += 1
  }
  const jobs = await startJobs(own, { 'clocks.tick': work }, log)
  // Read-only transaction, as a standby responds; more often than the queue itself would retry.
  await refuseToForget('25006', 3)
  await enqueue(pool, 'clocks.tick', {})
  await expect.poll(jobsLeft).toBe(0)
  expect([runs, lines]).toEqual([1, []])

  // A refusal that no retry helps against: vitest fails a run with an unhandled rejection.
  await refuseToForget('XX000', 1)
  await enqueue(pool, 'clocks.tick', {})
  await expect.poll(() => lines.join('')).toContain('the end of a job could not be recorded')
  expect(await jobsLeft()).toBe(1)
  await jobs.stop()
  await own.end()
})

test('once its pool has ended, a queue’s query returns no rows instead of throwing', async () => {
  const own = createPool(database.url, 1)
  const patient = patientPool(own, createLog('silent'))
  await own.end()
  const client = await patient.connect()
  expect((await client.query('select 1')).rows).toEqual([])
  client.release()
})

test('an attempt that fails for lack of disk space does not count, and the job waits half a minute', async () => {
  const own = createPool(database.url, 6)
  await pool.query('delete from graphile_worker._private_jobs')
  const task = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const jobs = await startJobs(own, { 'clocks.tick': task }, createLog('silent'))
  await enqueue(pool, 'clocks.tick', {}, { maxAttempts: 1 })
  const waiting = async () => {
    const { rows } = await pool.query<{ attempts: number; seconds: number }>(
      `select attempts, extract(epoch from run_at - now())::int as seconds from graphile_worker._private_jobs
        where last_error is not null`,
    )
    return rows[0]
  }
  await expect.poll(waiting).toMatchObject({ attempts: 0 })
  const seconds = (await waiting())?.seconds ?? 0
  expect(seconds).toBeGreaterThan(20)
  expect(seconds).toBeLessThan(60)
  await jobs.stop()
  await own.end()
})

test.each([
  ['a database that was away', '57P01', 3, 0],
  ['anything else', '23505', 1, 1],
])(
  'a job with a single attempt that fails because of %s, code %s: %i runs, %i jobs left',
  async (_, code, wanted, left) => {
    let runs = 0
    const own = createPool(database.url, 6)
    await pool.query('drop trigger if exists refuse on graphile_worker._private_jobs')
    await pool.query('delete from graphile_worker._private_jobs')
    const task = async () => {
      runs += 1
      if (runs < 3) throw Object.assign(new Error('refused'), { code })
    }
    const jobs = await startJobs(own, { 'clocks.tick': task }, createLog('silent'))
    await enqueue(pool, 'clocks.tick', {}, { maxAttempts: 1 })
    await expect.poll(() => runs).toBe(wanted)
    await jobs.stop()
    expect(await jobsLeft()).toBe(left)
    await own.end()
  },
)
