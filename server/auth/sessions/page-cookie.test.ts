import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEFT_COOKIE } from '#contract/auth.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { readPageToken, writePageToken } from './page-token.ts'
import { createAuthenticator } from './viewer.ts'

/**
 * The page cookie: who gets it, what it contains and how long it lasts. tests/access/sessions.test.ts checks that it
 * opens nothing else.
 */

let auth: TestAuth
let pageViewer: ReturnType<typeof createAuthenticator>['pageViewer']
beforeAll(async () => {
  auth = await startAuth()
  ;({ pageViewer } = createAuthenticator({
    config: auth.config,
    pool: auth.serving,
    clock: auth.now,
  }))
})
afterAll(() => auth.close())

const valueOf = ({ client }: Pick<TestPerson, 'client'>) =>
  auth.cookiesOf(client).get('page-session') ?? ''
const viewerWith = (value: string, more = '') =>
  pageViewer({ headers: { cookie: `page-session=${value}${more}` } })

/** Signs someone in by password and returns the cookie as it was sent, or null. */
async function sentTo(person: TestPerson, headers: Record<string, string> = {}, service = auth) {
  const { email, password } = person
  const answer = await service.call('POST', '/token?grant_type=password', {
    body: { email, password },
    headers,
  })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie().find((one) => one.includes('page-session=')) ?? null
}

describe('the page cookie', () => {
  test('comes with a sign-in: host-only, HttpOnly and SameSite=Lax', async () => {
    const person = await auth.person()
    expect(await viewerWith(valueOf(person))).toMatchObject({ id: person.id, aal: 'aal1' })
    const own = { origin: auth.siteUrl, 'sec-fetch-site': 'same-origin' }
    expect(await sentTo(person, own)).toMatch(
      /^page-session=[\w-]{71}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
  })

  test('has the __Host- prefix and is Secure over https', async () => {
    const person = await auth.person()
    const secure = await startAuth({ on: auth, config: { publicUrl: 'https://shop.example' } })
    expect(await sentTo(person, {}, secure)).toMatch(
      /^__Host-page-session=[\w-]{71}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    )
    await secure.close()
  })

  test('is not set where a page of another origin signs in', async () => {
    const person = await auth.person()
    const foreign: Record<string, string>[] = [
      { origin: 'https://preview.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) expect(await sentTo(person, headers)).toBeNull()
  })

  test('is replaced on each refresh, and each one expires with its access token', async () => {
    const person = await auth.person()
    const start = auth.now()
    const before = valueOf(person)
    auth.setNow(new Date(start.getTime() + 60_000))
    expect((await person.client.refreshSession()).error).toBeNull()
    const after = valueOf(person)
    expect(after).not.toBe(before)
    auth.setNow(new Date(start.getTime() + 3_630_000))
    expect(await viewerWith(before)).toBeNull()
    expect(await viewerWith(after)).toMatchObject({ id: person.id })
    auth.setNow(null)
  })

  test('is removed on sign-out, and a kept copy no longer works', async () => {
    const person = await auth.person()
    const kept = valueOf(person)
    expect((await person.client.signOut({ scope: 'others' })).error).toBeNull()
    expect(valueOf(person)).toBe(kept)
    expect((await person.client.signOut({ scope: 'local' })).error).toBeNull()
    expect(valueOf(person)).toBe('')
    expect(await viewerWith(kept)).toBeNull()
  })

  test('is ignored once the browser has the signed-out cookie, which the next sign-in removes', async () => {
    const person = await auth.person()
    const value = valueOf(person)
    expect(await viewerWith(value, `; ${LEFT_COOKIE}=1`)).toBeNull()
    expect(await viewerWith(value, `; ${LEFT_COOKIE}=`)).toBeNull()
    const { email, password } = person
    const answer = await auth.call('POST', '/token?grant_type=password', {
      body: { email, password },
      headers: { cookie: `${LEFT_COOKIE}=1` },
    })
    expect(answer.headers.getSetCookie()).toContain(`${LEFT_COOKIE}=; Path=/; Max-Age=0`)
  })

  test('identifies someone with a second factor only after they have verified it', async () => {
    const person = await auth.person()
    const { client } = person
    const { data, error } = await client.mfa.enroll({ factorType: 'totp' })
    if (error) throw error
    const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
    const shown = await client.mfa.challengeAndVerify({ factorId: data.id, code: app.generate() })
    expect(shown.error).toBeNull()
    expect(await viewerWith(valueOf(person))).toMatchObject({ id: person.id, aal: 'aal2' })
    const half = await sentTo(person)
    expect(await viewerWith(/=([^;]+)/.exec(half ?? '')?.[1] ?? '')).toBeNull()
  })

  test.each([
    ['banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['unconfirmed', 'update auth.users set email_confirmed_at = null where id = $1'],
    ['deleted', 'update auth.users set deleted_at = now() where id = $1'],
    ['without a session', 'delete from auth.sessions where user_id = $1'],
  ])('identifies no one who is %s', async (_, end) => {
    const person = await auth.person()
    await auth.pool.query(end, [person.id])
    expect(await viewerWith(valueOf(person))).toBeNull()
  })

  test('is refused if any character is changed, or if another kind of token takes its place', async () => {
    const person = await auth.person()
    const value = valueOf(person)
    for (let at = 0; at < value.length; at += 1) {
      const other = value[at] === 'A' ? 'B' : 'A'
      expect(await viewerWith(value.slice(0, at) + other + value.slice(at + 1))).toBeNull()
    }
    for (const wrong of [
      '',
      'x',
      `${value}A`,
      value.slice(1),
      person.accessToken,
      person.refreshToken,
    ])
      expect(await viewerWith(wrong)).toBeNull()
  })

  test('is valid only for its own session and user, and only if signed with our key', async () => {
    const [one, other] = [await auth.person(), await auth.person()]
    const { keys } = auth.config
    const claims = readPageToken(keys, valueOf(one), auth.now())
    const mixed = { sessionId: claims?.sessionId ?? '', userId: other.id }
    const endsAt = Math.floor(auth.now().getTime() / 1_000) + 60
    expect(await viewerWith(writePageToken(keys, mixed, endsAt))).toBeNull()
    const elsewhere = soleKey('another secret of thirty-two characters')
    const forged = { sessionId: mixed.sessionId, userId: one.id }
    expect(await viewerWith(writePageToken(keys, forged, endsAt))).toMatchObject({ id: one.id })
    expect(await viewerWith(writePageToken(elsewhere, forged, endsAt))).toBeNull()
  })
})
