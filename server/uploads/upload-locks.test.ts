import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { openDatabaseLink } from '#tests/support/database-link.ts'
import { type UploadLocks, uploadLocks } from './upload-locks.ts'

/** Two processes, as far as PostgreSQL can tell. */
let database: FreshDatabase
let here: UploadLocks
let there: UploadLocks
beforeAll(async () => {
  database = await freshDatabase()
  here = uploadLocks(database.url, PATIENCE_MS)
  there = uploadLocks(database.url, PATIENCE_MS)
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

/** Nothing here waits that long: it only leaves a busy machine enough time. */
const PATIENCE_MS = 60_000

const never = new AbortController().signal

it.each([
  ['in this process', () => here],
  ['in another process', () => there],
])(
  'an upload lock has one holder: a request for it %s asks the holder to release it',
  async (_, other) => {
    const id = randomUUID()
    const first = here.newLock(id)
    let isAsked = false
    await first.lock(never, () => {
      // Asked again until it has released, which takes a moment.
      if (isAsked) return
      isAsked = true
      void first.unlock()
    })
    expect(await other().ifFree(id, async () => 'mine')).toBeNull()
    expect(isAsked).toBe(false)

    const second = other().newLock(id)
    await second.lock(never, () => {})
    expect(isAsked).toBe(true)
    expect(await here.ifFree(id, async () => 'mine')).toBeNull()
    await second.unlock()
    expect(await here.ifFree(id, async () => 'mine')).toBe('mine')
  },
)

it('a lock request waits for a holder that does not release, and never overrides it', async () => {
  const id = randomUUID()
  const order: string[] = []
  const slow = here.holding(id, async () => {
    await expect.poll(() => order.length).toBe(1)
    order.push('slow ends')
  })
  await expect.poll(() => there.ifFree(id, async () => 'free')).toBeNull()
  const next = there.holding(id, async () => void order.push('next begins'))
  order.push('next waits')
  await Promise.all([slow, next])
  expect(order).toEqual(['next waits', 'slow ends', 'next begins'])
})

it('a lock request times out with a 500 of the upload protocol, and leaves nothing locked', async () => {
  const id = randomUUID()
  const hasty = uploadLocks(database.url, 150)
  await here.holding(id, async () => {
    await expect(hasty.holding(id, async () => 'never')).rejects.toMatchObject({ status_code: 500 })
  })
  expect(await hasty.ifFree(id, async () => 'mine')).toBe('mine')
  await hasty.close()
})

it('a terminated database connection frees its lock, and the holder is told to stop writing', async () => {
  const id = randomUUID()
  const dying = uploadLocks(database.url)
  let asked = false
  await dying.newLock(id).lock(never, () => {
    asked = true
  })
  expect(await here.ifFree(id, async () => 'mine')).toBeNull()

  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = (hashtext($1)::bigint & 4294967295)::oid`,
    [id],
  )
  await admin.end()
  await expect.poll(() => asked).toBe(true)
  await expect.poll(() => here.ifFree(id, async () => 'mine')).toBe('mine')
  await dying.close()
})

it('an unresponsive connection is replaced, and the holder of its lock is told to stop writing', async () => {
  const id = randomUUID()
  const link = await openDatabaseLink(database.url)
  // One second: on a busy machine a new connection takes longer than the 200 ms that would otherwise be enough.
  const locks = uploadLocks(link.through(database.url), 2_000, 1_000)
  let asked = false
  await locks.newLock(id).lock(never, () => {
    asked = true
  })
  link.silence()
  await expect(locks.ifFree(randomUUID(), async () => 'mine')).rejects.toThrow('timeout')
  expect(asked).toBe(true)
  expect(await locks.ifFree(randomUUID(), async () => 'mine')).toBe('mine')
  await locks.close()
  await link.close()
})
