import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { daysBefore } from '#server/clocks/days.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'

/** AUTH_SESSION_DAYS: how long a session lasts, however often it is refreshed. */

const START = new Date('2031-03-03T10:00:00Z')
let limited: TestAuth
let unlimited: TestAuth
beforeAll(async () => {
  limited = await startAuth({ auth: { sessionDays: 2 } })
  unlimited = await startAuth()
})
afterAll(() => Promise.all([limited.close(), unlimited.close()]))

const after = (days: number) => daysBefore(START, -days)

/** A person who signed in at START, and the tokens of that session. */
async function signedIn(auth: TestAuth): Promise<TestPerson> {
  auth.setNow(START)
  return auth.person()
}

const refresh = (auth: TestAuth, refreshToken: string) =>
  auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })

afterEach(() => {
  limited.setNow(null)
  unlimited.setNow(null)
})

describe('with a session limit', () => {
  test('a session and its access token end at the limit, even if the session was refreshed', async () => {
    const person = await signedIn(limited)
    limited.setNow(after(1.99))
    const refreshed = await refresh(limited, person.refreshToken)
    expect(refreshed.status).toBe(200)
    const bearer = { authorization: `Bearer ${refreshed.body.access_token}` }
    expect((await limited.call('GET', '/user', { headers: bearer })).status).toBe(200)
    expect(await limited.viewerOf(refreshed.body.access_token)).not.toBeNull()

    limited.setNow(after(2))
    const late = await refresh(limited, refreshed.body.refresh_token)
    expect([late.status, late.body.code]).toEqual([400, 'session_expired'])
    expect((await limited.call('GET', '/user', { headers: bearer })).body.code).toBe(
      'session_not_found',
    )
    expect(await limited.viewerOf(refreshed.body.access_token)).toBeNull()
  })

  test('signing in again starts over', async () => {
    const { email, password } = await signedIn(limited)
    limited.setNow(after(5))
    const { body } = await limited.call('POST', '/token?grant_type=password', {
      body: { email, password },
    })
    limited.setNow(after(6.5))
    expect((await refresh(limited, body.refresh_token)).status).toBe(200)
  })
})

test('without a session limit, a session can still be refreshed after a year', async () => {
  const person = await signedIn(unlimited)
  unlimited.setNow(after(365))
  expect((await refresh(unlimited, person.refreshToken)).status).toBe(200)
})
