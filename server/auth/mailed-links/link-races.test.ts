import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteNotMeLinksOf, issueNotMeLink } from '#server/auth/records/not-me-store.ts'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import { issueAuthCode } from '#server/auth/sessions/flow-states.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

type Person = Awaited<ReturnType<TestAuth['person']>>
type Redeem = () => Promise<{ status: number }>

/** What is redeemed once; each returns the call that redeems it. */
const REDEEMED: Record<string, (person: Person) => Promise<Redeem>> = {
  'a mailed link': async ({ email }) => {
    await auth.call('POST', '/recover', { body: { email } })
    const mail = (await auth.mailsTo(email))[0]
    const body = { type: 'recovery', token_hash: mail?.token ?? '' }
    return () => auth.call('POST', '/verify', { body })
  },
  'a mailed code': async ({ email }) => {
    await auth.call('POST', '/recover', { body: { email } })
    const mail = (await auth.mailsTo(email))[0]
    const body = { type: 'recovery', email, token: mail?.code ?? '' }
    return () => auth.call('POST', '/verify', { body })
  },
  'an auth code': async ({ id }) => {
    const verifier = 'v'.repeat(50)
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
    const flow = { userId: id, codeChallenge, method: 'otp' }
    const code = await issueAuthCode(auth.pool, flow, new Date())
    const body = { auth_code: code, code_verifier: verifier }
    return () => auth.call('POST', '/token?grant_type=pkce', { body })
  },
  'a “this was not me” link': async ({ id }) => {
    const token = await issueNotMeLink(auth.pool, id, new Date())
    return () =>
      fetch(`${auth.url}/not-me`, { method: 'POST', body: new URLSearchParams({ token }) })
  },
}

test.each(Object.entries(REDEEMED))(
  '%s that is redeemed while the account ends it is refused, without a deadlock',
  async (_, prepare) => {
    const person = await auth.person()
    const redeem = await prepare(person)
    let redeeming: ReturnType<Redeem> | undefined
    await inTransaction(auth.pool, async (tx) => {
      // As a new password and a deletion do.
      await lockUser(tx, person.id)
      redeeming = redeem()
      await expect.poll(() => waitingForLocks(auth.pool)).toBe(1)
      await deleteTokensOf(tx, person.id, null)
      await deleteNotMeLinksOf(tx, person.id)
    })
    expect((await redeeming)?.status).toBeLessThan(500)
    // Neither signed in, nor signed out by the link.
    const sessions = sql`select from auth.sessions where user_id = ${person.id}`
    expect(await rows(auth.pool, sessions)).toHaveLength(1)
  },
)
