import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { emptyAccount } from '#server/auth/admin/user-directory.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterEach(() => auth.setNow(null))
afterAll(() => auth.close())

const headersOf = ({ accessToken }: TestPerson) => ({ authorization: `Bearer ${accessToken}` })

/** What someone does while their account is being deleted; each returns the call. */
const CALLS: Record<string, (person: TestPerson) => Promise<() => Promise<{ status: number }>>> = {
  'asking for another code': async (person) => {
    const headers = headersOf(person)
    expect((await auth.call('GET', '/reauthenticate', { headers })).status).toBe(200)
    auth.setNow(new Date(Date.now() + 2 * 60_000))
    return () => auth.call('GET', '/reauthenticate', { headers })
  },
  'signing out elsewhere': async (person) => {
    await auth.client().signInWithPassword(person)
    return () => auth.call('POST', '/logout?scope=others', { headers: headersOf(person) })
  },
}

test.each(Object.entries(CALLS))(
  '%s waits for a deletion of the account without a deadlock, and leaves nothing',
  async (_, prepare) => {
    const person = await auth.person()
    const call = await prepare(person)
    let answering: Promise<{ status: number }> | undefined
    await inTransaction(auth.pool, async (tx) => {
      const now = new Date()
      await lockUser(tx, person.id)
      await execute(tx, sql`select from profiles where id = ${person.id} for update`)
      answering = call()
      await expect.poll(() => waitingForLocks(auth.pool)).toBe(1)
      await emptyAccount(tx, person.id, { deleted_at: now }, now)
    })
    expect((await answering)?.status).toBeLessThan(500)
    const tokens = sql`select from auth.one_time_tokens where user_id = ${person.id}`
    expect(await rows(auth.pool, tokens)).toEqual([])
  },
)
