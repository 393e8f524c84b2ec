import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'
import { forgetAll } from '#server/retention/forget-past.ts'
import { SHORT_LIVED } from '#server/retention/forgetting-rules.ts'

let auth: TestAuth
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** Signs someone in to a person's account from a browser that is new to it: their session, and the link in the mail. */
async function intrusion(email?: string) {
  at(0)
  const person = await auth.person(email === undefined ? {} : { email })
  at(60)
  const thief = auth.client()
  const { error } = await thief.signInWithPassword(person)
  expect(error).toBeNull()
  const mail = (await auth.mailsTo(person.email)).find(({ subject }) =>
    subject.includes('new device'),
  )
  const token = /not-me\?token=([0-9a-f]{32})/.exec(mail?.text ?? '')?.[1] ?? ''
  return { person, thief, token }
}
function pkce() {
  const verifier = 'v'.repeat(64)
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
const open = (token: string) => auth.call('GET', `/not-me?token=${token}`)
const press = async (token: string) => {
  const answer = await fetch(`${auth.url}/not-me`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const sessionsOf = async ({ id }: TestPerson) =>
  (await auth.pool.query('select 1 from auth.sessions where user_id = $1', [id])).rowCount

test('opening the link changes nothing, however often a scanner does it', async () => {
  const { person, token } = await intrusion()
  for (let times = 0; times < 3; times += 1) {
    const page = await open(token)
    expect(page.status).toBe(200)
    expect(page.body).toContain('Was this not you?')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  }
  expect(await sessionsOf(person)).toBe(2)
  expect((await auth.client().signInWithPassword(person)).error).toBeNull()
})

test('the button ends every session and invalidates the password, once', async () => {
  const { person, thief, token } = await intrusion()
  await person.client.resetPasswordForEmail(person.email)
  await thief.updateUser({ email: 'thief@example.com' })
  const done = await press(token)
  expect(done.status).toBe(200)
  expect(done.text).toContain('Everyone is signed out')
  expect(done.headers.getSetCookie()).toEqual([])
  expect(done.text).not.toMatch(/access_token|refresh_token/)
  expect(await sessionsOf(person)).toBe(0)
  expect((await thief.refreshSession()).error).not.toBeNull()
  const again = await auth.client().signInWithPassword(person)
  expect(again.error?.code).toBe('invalid_credentials')
  const { rows: left } = await auth.pool.query(
    'select kind from auth.one_time_tokens where user_id = $1',
    [person.id],
  )
  expect(left).toEqual([])
  const { rows: account } = await auth.pool.query(
    'select email, new_email from auth.users where id = $1',
    [person.id],
  )
  expect(account).toEqual([{ email: person.email, new_email: null }])
  const { rows: log } = await auth.pool.query(
    `select act from account_log where profile_id = $1 and act = 'sign_in_disowned'`,
    [person.id],
  )
  expect(log).toHaveLength(1)

  for (const page of [(await press(token)).text, (await open(token)).body])
    expect(page).toContain('This link no longer works')
  await person.client.resetPasswordForEmail(person.email)
  expect((await auth.mailsTo(person.email))[0]?.subject).toContain('Reset your')
})

test('a code that a mailed link was exchanged for opens no session after the button', async () => {
  const { person, token } = await intrusion()
  const { verifier, challenge } = pkce()
  await auth.call('POST', '/recover', {
    body: { email: person.email, code_challenge: challenge, code_challenge_method: 's256' },
  })
  const link = (await auth.mailsTo(person.email))[0]?.token ?? ''
  const opened = await fetch(`${auth.url}/verify?token=${link}&type=recovery`, {
    redirect: 'manual',
  })
  const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code')
  expect(code).not.toBeNull()
  expect((await press(token)).text).toContain('Everyone is signed out')
  const session = await auth.call('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: verifier },
  })
  expect([session.status, session.body.code]).toEqual([404, 'flow_state_not_found'])
  expect(await sessionsOf(person)).toBe(0)
})

test('only one of twenty concurrent presses takes effect', async () => {
  const { person, token } = await intrusion()
  const pages = await Promise.all(Array.from({ length: 20 }, () => press(token)))
  expect(pages.filter(({ text }) => text.includes('Everyone is signed out'))).toHaveLength(1)
  expect(await sessionsOf(person)).toBe(0)
})

test('a thief who changed the password and added an authenticator app loses access to the account', async () => {
  const { person, thief, token } = await intrusion()
  at(120)
  expect((await thief.updateUser({ password: 'a thief’s horse' })).error).toBeNull()
  const { data, error } = await thief.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const secret = Secret.fromBase32(data.totp.secret)
  const code = new TOTP({ secret }).generate({ timestamp: auth.now().getTime() })
  expect((await thief.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
  expect((await press(token)).text).toContain('Everyone is signed out')
  const { rows } = await auth.pool.query('select 1 from auth.factors where user_id = $1', [
    person.id,
  ])
  expect(rows).toEqual([])
  const back = await auth.client().signInWithPassword({ ...person, password: 'a thief’s horse' })
  expect(back.error?.code).toBe('invalid_credentials')
})

test('an authenticator app added before the new sign-in is kept', async () => {
  at(-3_600)
  const person = await auth.person()
  const { data, error } = await person.client.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const secret = Secret.fromBase32(data.totp.secret)
  const code = new TOTP({ secret }).generate({ timestamp: auth.now().getTime() })
  await person.client.mfa.challengeAndVerify({ factorId: data.id, code })
  at(0)
  await auth.client().signInWithPassword(person)
  const text = (await auth.mailsTo(person.email))[0]?.text ?? ''
  await press(/token=([0-9a-f]{32})/.exec(text)?.[1] ?? '')
  const { rows } = await auth.pool.query('select id from auth.factors where user_id = $1', [
    person.id,
  ])
  expect(rows).toEqual([{ id: data.id }])
})

test('a Google account that a thief added opens the account no more, and one from before is kept', async () => {
  const { person, token } = await intrusion()
  const add = (subject: string, seconds: number) =>
    auth.pool.query(
      `insert into auth.identities (user_id, provider, provider_id, email, identity_data, created_at, updated_at)
        values ($1, 'google', $2, 'someone@example.com', '{}', $3, $3)`,
      [person.id, `${subject} ${person.id}`, new Date(start.getTime() + seconds * 1_000)],
    )
  await add('own', 30)
  await add('thief', 120)
  await press(token)
  const { rows } = await auth.pool.query(
    `select provider_id, providers from auth.identities, (select app_metadata -> 'providers' as providers from auth.users where id = $1) users
      where user_id = $1 and provider = 'google'`,
    [person.id],
  )
  expect(rows).toEqual([{ provider_id: `own ${person.id}`, providers: ['email', 'google'] }])
})

test('the link works for a week, and is deleted afterwards', async () => {
  const { person, token } = await intrusion()
  at(60 + AUTH_SECONDS.notMeLink - 1)
  expect((await open(token)).body).toContain('Was this not you?')
  at(60 + AUTH_SECONDS.notMeLink)
  expect((await open(token)).body).toContain('This link no longer works')
  expect((await press(token)).text).toContain('This link no longer works')
  expect(await sessionsOf(person)).toBe(2)
  at(60 + AUTH_SECONDS.notMeLink + 3_601)
  await forgetAll(auth.serving, SHORT_LIVED, auth.now())
  const { rows } = await auth.pool.query('select 1 from auth.not_me_links where user_id = $1', [
    person.id,
  ])
  expect(rows).toEqual([])
})

test.each(['', 'nonsense', '0'.repeat(32), 'A'.repeat(10_000)])(
  'an unknown link (%#) answers like a used one',
  async (token) => {
    expect((await open(token)).body).toContain('This link no longer works')
    expect((await press(token)).text).toContain('This link no longer works')
  },
)
