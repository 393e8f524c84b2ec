import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { createLog } from '#server/logging/log.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { openDatabaseLink } from '#tests/support/database-link.ts'
import { watchWorkers } from './dead-workers.ts'
import { enqueue } from './enqueue.ts'

const log = createLog('silent')
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

async function lockedJob(worker: string): Promise<string> {
  await enqueue(pool, 'payments.release', { payment_id: '00000000-0000-4000-8000-000000000000' })
  const { rows } = await pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now()
      where id = (select max(id) from graphile_worker._private_jobs) returning id::text`,
    [worker],
  )
  return rows[0]?.id ?? ''
}

async function holderOf(job: string): Promise<string | null> {
  const { rows } = await pool.query<{ locked_by: string | null }>(
    'select locked_by from graphile_worker._private_jobs where id = $1',
    [job],
  )
  return rows[0]?.locked_by ?? null
}

test('a dead process’s jobs are released; a living one’s are not', async () => {
  const living = createPool(database.url, 3)
  const other = await watchWorkers(living, { id: 'pool-living', running: new Set() }, log)
  const kept = await lockedJob('pool-living')
  const lost = await lockedJob('pool-dead')
  const own = await lockedJob('pool-own')

  const watch = await watchWorkers(pool, { id: 'pool-own', running: new Set() }, log)
  expect(await holderOf(lost)).toBeNull()
  expect(await holderOf(kept)).toBe('pool-living')
  expect(await holderOf(own)).toBe('pool-own')

  watch.stop()
  other.stop()
  await living.end()
  // PostgreSQL notices a closed connection with a delay.
  await expect
    .poll(async () => {
      const next = await watchWorkers(pool, { id: 'pool-next', running: new Set() }, log)
      next.stop()
      return holderOf(kept)
    })
    .toBeNull()
})

test('a job fetched over a connection that broke is released; a running one is not', async () => {
  const long = "now() - interval '1 minute'"
  const [running, forgotten, fresh] = [
    await lockedJob('pool-alone'),
    await lockedJob('pool-alone'),
    await lockedJob('pool-alone'),
  ]
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = ${long} where id = any($1)`,
    [[running, forgotten]],
  )
  const own = { id: 'pool-alone', running: new Set([running]) }
  const watch = await watchWorkers(pool, own, log)
  expect(await holderOf(forgotten)).toBeNull()
  expect(await holderOf(running)).toBe('pool-alone')
  expect(await holderOf(fresh)).toBe('pool-alone')
  watch.stop()
})

test('a locked queue without a job of its holder is released; one with a running job or a fresh lock is not', async () => {
  const queued = async (queue: string): Promise<void> => {
    const payment_id = '00000000-0000-4000-8000-000000000000'
    await enqueue(pool, 'payments.release', { payment_id }, { queue })
  }
  for (const queue of ['left', 'busy', 'fresh']) await queued(queue)
  // Of "left": the other process that ran its job removed the row, and the job that waits in it was enqueued since.
  await pool.query(
    `update graphile_worker._private_job_queues set locked_by = 'pool-queues',
      locked_at = now() - case queue_name when 'fresh' then interval '1 second' else interval '1 minute' end
      where queue_name in ('left', 'busy', 'fresh')`,
  )
  const { rows: running } = await pool.query<{ id: string }>(
    `update graphile_worker._private_jobs jobs set locked_by = 'pool-queues', locked_at = now() - interval '1 minute'
      from graphile_worker._private_job_queues queues
      where queues.id = jobs.job_queue_id and queue_name = 'busy' returning jobs.id::text`,
  )
  const own = { id: 'pool-queues', running: new Set(running.map(({ id }) => id)) }
  const watch = await watchWorkers(pool, own, log)
  const { rows: held } = await pool.query<{ queue_name: string }>(
    `select queue_name from graphile_worker._private_job_queues where locked_by is not null order by queue_name`,
  )
  expect(held.map(({ queue_name: name }) => name)).toEqual(['busy', 'fresh'])
  watch.stop()
})

test.each([
  ['another process died with', 'pool-gone', 'pool-here'],
  ['this process forgot', 'pool-here', 'pool-here'],
])('a job’s last attempt that %s is repeated once, and only once', async (_, holder, own) => {
  const key = `tick-${holder}`
  await enqueue(pool, 'clocks.tick', {}, { key, maxAttempts: 3 })
  const { rows } = await pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - interval '1 minute', attempts = 1
      where key = $1 returning id::text`,
    [key, holder],
  )
  const id = rows[0]?.id ?? ''
  // The queue clears the key and uses up the attempts of a locked job when its key is enqueued again.
  await enqueue(pool, 'clocks.tick', {}, { key, maxAttempts: 3 })
  const attempts = async () => {
    const watch = await watchWorkers(pool, { id: own, running: new Set() }, log)
    watch.stop()
    const { rows: found } = await pool.query(
      'select attempts, last_error, locked_by, key from graphile_worker._private_jobs where id = $1',
      [id],
    )
    return found[0] as unknown
  }
  const released = { last_error: 'the process that ran it ended', locked_by: null, key: null }
  expect(await attempts()).toEqual({ ...released, attempts: 2 })
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - interval '1 minute', attempts = 3
      where id = $1`,
    [id, holder],
  )
  expect(await attempts()).toEqual({ ...released, attempts: 3 })
})

/** The session that holds a worker's lock. */
async function holderOfLock(worker: string): Promise<number | null> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted
      and objid::bigint = hashtext($1)::bigint & 4294967295
      and database = (select oid from pg_database where datname = current_database())`,
    [worker],
  )
  return rows[0]?.pid ?? null
}

test('a worker whose lock is still held by a lost session waits on one connection, then gets the lock', async () => {
  const id = 'pool-zombie'
  // Between the loss of a connection and PostgreSQL noticing it, the old session holds the lock.
  const zombie = new pg.Client({ connectionString: database.url })
  await zombie.connect()
  await zombie.query('select pg_advisory_lock(7221949, hashtext($1))', [id])
  const own = createPool(database.url, 2)
  const inUse: number[] = []
  own.on('acquire', () => inUse.push(own.totalCount - own.idleCount))
  const watch = await watchWorkers(own, { id, running: new Set() }, log, 20)
  await expect.poll(() => inUse.length).toBeGreaterThan(20)
  expect([own.waitingCount, Math.max(...inUse)]).toEqual([0, 1])

  const old = await holderOfLock(id)
  await zombie.end()
  await expect.poll(async () => [null, old].includes(await holderOfLock(id))).toBe(false)
  watch.stop()
  await expect.poll(() => holderOfLock(id)).toBeNull()
  await own.end()
})

test('a worker that is stopped while it takes its lock gives back the connection', async () => {
  const id = 'pool-stopped'
  const own = createPool(database.url, 2)
  const watch = await watchWorkers(own, { id, running: new Set() }, log, 20)
  // Its connection is lost, and it is stopped as soon as it has another.
  const stopped = new Promise<void>((resolve) => {
    own.once('remove', () =>
      own.once('acquire', () => {
        watch.stop()
        resolve()
      }),
    )
  })
  await pool.query('select pg_terminate_backend($1)', [await holderOfLock(id)])
  await stopped
  await expect.poll(() => own.totalCount - own.idleCount).toBe(0)
  await own.end()
})

test('a lock is re-acquired after its connection falls silent', async () => {
  const id = 'pool-silent'
  const link = await openDatabaseLink(database.url)
  const own = createPool(link.through(database.url), 3, { statementMs: 1_000, answerMs: 2_000 })
  const watch = await watchWorkers(own, { id, running: new Set() }, log, 20)
  const old = await holderOfLock(id)
  link.silence()
  // The server eventually notices that the client is gone.
  await pool.query('select pg_terminate_backend($1)', [old])
  await expect.poll(async () => [null, old].includes(await holderOfLock(id))).toBe(false)
  watch.stop()
  await own.end()
  await link.close()
})
