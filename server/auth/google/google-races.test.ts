import { randomUUID } from 'node:crypto'
import type { AuthError } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import { deleteOwnSession, deleteSessionsOf } from '#server/auth/records/session-store.ts'
import { deleteIdentitiesOf, lockUser } from '#server/auth/records/user-store.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { uniqueEmail } from '#tests/support/auth.ts'
import { failureOf, startAuthWithGoogle, type TestGoogle } from '#tests/support/google.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import { accountForGoogle, linkGoogle } from './google-account.ts'

let google: TestGoogle
beforeAll(async () => {
  google = await startAuthWithGoogle({ manualLinking: true })
})
afterAll(() => google.close())

/** A person as Google vouches for them. */
const vouchedFor = () => ({
  sub: randomUUID(),
  email: uniqueEmail('elsewhere'),
  emailVerified: true,
  name: 'Maya',
  picture: null,
  accessToken: '',
  refreshToken: null,
})

const linkedTo = (userId: string) =>
  rows(
    google.auth.pool,
    sql`select app_metadata -> 'providers' as providers from auth.users
      where id = ${userId} and (app_metadata -> 'providers' ? 'google' or exists (
        select from auth.identities where user_id = users.id and provider = 'google'))`,
  )

test('two accounts that link one Google account at the same time: the second is refused', async () => {
  const { pool, person } = google.auth
  const [first, second] = [await person(), await person()]
  const who = vouchedFor()
  const now = new Date()
  let late: Promise<unknown> | undefined
  await inTransaction(pool, async (tx) => {
    await linkGoogle(tx, first.id, who, now)
    late = inTransaction(pool, (other) => linkGoogle(other, second.id, who, now)).catch(
      ({ code }: { code: string }) => code,
    )
    await expect.poll(() => waitingForLocks(pool)).toBe(1)
  })
  expect(await late).toBe('identity_already_exists')
  expect(await linkedTo(second.id)).toEqual([])
})

test('a Google account that is unlinked while it signs in does not open the account, nor is it linked again', async () => {
  const { pool, person } = google.auth
  const { id } = await person()
  const who = vouchedFor()
  const now = new Date()
  await inTransaction(pool, (tx) => linkGoogle(tx, id, who, now))
  let signingIn: Promise<{ id: string }> | undefined
  await inTransaction(pool, async (tx) => {
    await lockUser(tx, id)
    signingIn = inTransaction(pool, (other) => accountForGoogle(other, who, { signups: true }, now))
    await expect.poll(() => waitingForLocks(pool)).toBe(1)
    await deleteIdentitiesOf(tx, id)
  })
  expect((await signingIn)?.id).not.toBe(id)
  const left = sql`select from auth.identities where user_id = ${id}`
  expect(await rows(pool, left)).toEqual([])
})

/** Someone who has begun to link a Google account, chose one there, and has not come back yet. */
async function begunLink() {
  const { auth, browser } = google
  const person = await auth.person()
  const { data } = await person.client.linkIdentity({
    provider: 'google',
    options: { redirectTo: `${auth.siteUrl}/profile`, skipBrowserRedirect: true },
  })
  const { choose, visit } = browser(auth.cookiesOf(person.client))
  const callback = await choose(new URL(data?.url ?? ''), { email: uniqueEmail('intruder') })
  return { person, callback, visit }
}

test('a link to Google that was begun before all sessions were ended is not completed', async () => {
  const { auth } = google
  const { person, callback, visit } = await begunLink()
  let arriving: Promise<URL> | undefined
  await inTransaction(auth.pool, async (tx) => {
    await lockUser(tx, person.id)
    arriving = visit(callback)
    await expect.poll(() => waitingForLocks(auth.pool)).toBe(1)
    // As a new password does, and "this was not me".
    await deleteSessionsOf(tx, person.id, null)
    await deleteTokensOf(tx, person.id, null)
  })
  expect(failureOf((await arriving) ?? callback)).toEqual(['access_denied', 'flow_state_not_found'])
  expect(await linkedTo(person.id)).toEqual([])
})

test('a link to Google is not completed once the session that began it was ended', async () => {
  const { auth } = google
  const { person, callback, visit } = await begunLink()
  const began = await oneRow<{ id: string }>(
    auth.pool,
    sql`select id from auth.sessions where user_id = ${person.id}`,
  )
  let arriving: Promise<URL> | undefined
  await inTransaction(auth.pool, async (tx) => {
    await lockUser(tx, person.id)
    arriving = visit(callback)
    await expect.poll(() => waitingForLocks(auth.pool)).toBe(1)
    // As its owner does in the list of sessions.
    await deleteOwnSession(tx, person.id, began.id)
  })
  expect(failureOf((await arriving) ?? callback)).toEqual(['access_denied', 'flow_state_not_found'])
  expect(await linkedTo(person.id)).toEqual([])
})

test('a link to Google that begins while its session is ended is refused as signed out', async () => {
  const { auth } = google
  const person = await auth.person()
  const began = await oneRow<{ id: string }>(
    auth.pool,
    sql`select id from auth.sessions where user_id = ${person.id}`,
  )
  let beginning: Promise<{ error: AuthError | null }> | undefined
  await inTransaction(auth.pool, async (tx) => {
    await deleteOwnSession(tx, person.id, began.id)
    beginning = person.client.linkIdentity({
      provider: 'google',
      options: { redirectTo: `${auth.siteUrl}/profile`, skipBrowserRedirect: true },
    })
    await expect.poll(() => waitingForLocks(auth.pool)).toBe(1)
  })
  // What the client makes of session_not_found.
  expect((await beginning)?.error?.name).toBe('AuthSessionMissingError')
})
