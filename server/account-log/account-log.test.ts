import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_ACTS, ACCOUNT_LOG_DAYS } from '#contract/account-log.ts'
import { rows, sql } from '#server/db/sql.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'
import { forgetAll } from '#server/retention/forget-past.ts'
import { DAILY } from '#server/retention/forgetting-rules.ts'
import { accountLogOf, logAccountAct, shownNetwork } from './account-log-store.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth({ config: { trustedProxies: 1 } })
})
afterAll(() => auth.close())

const ANDROID =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const acts = async (person: TestPerson) =>
  (await accountLogOf(auth.serving, person.id, { after: undefined, now: auth.now() })).map(
    ({ act }) => act,
  )
const signIn = (person: TestPerson, cookies = '') =>
  auth.call('POST', '/token?grant_type=password', {
    body: { email: person.email, password: person.password },
    headers: {
      'x-forwarded-for': '203.0.113.77',
      'user-agent': ANDROID,
      ...(cookies === '' ? {} : { cookie: cookies }),
    },
  })
const cookiesOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
const mailsAbout = async (person: TestPerson) =>
  (await auth.mailsTo(person.email)).filter(({ subject }) => subject.includes('new device'))

describe('a sign-in', () => {
  test('to a new account is logged, without a mail about a new device', async () => {
    const person = await auth.person()
    expect(await acts(person)).toEqual(['signed_in'])
    expect(await mailsAbout(person)).toEqual([])
  })

  test('that is the account’s first does not count as from a new device, whatever the browser', async () => {
    const person = await auth.person()
    // Like an account that was confirmed but has never been signed in to.
    await auth.pool.query('update auth.users set last_sign_in_at = null where id = $1', [person.id])
    expect((await signIn(person)).status).toBe(200)
    expect(await acts(person)).toEqual(['signed_in', 'signed_in'])
    expect(await mailsAbout(person)).toEqual([])
  })

  test('from a browser that is new to the account is logged as such, and its owner is mailed', async () => {
    const person = await auth.person()
    const first = await signIn(person)
    expect(first.status).toBe(200)
    const [line] = await accountLogOf(auth.serving, person.id, {
      after: undefined,
      now: auth.now(),
    })
    expect(line).toMatchObject({
      act: 'signed_in_elsewhere',
      network: '203.0.113.0/24',
      user_agent: ANDROID,
    })
    const [mail, ...more] = await mailsAbout(person)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Chrome on Android signed in to your account on ')
    expect(mail?.text).toContain(`${auth.url}/not-me?token=`)
    expect(mail?.text).not.toContain('203.0.113')

    // The browser is known from now on.
    expect((await signIn(person, cookiesOf(first))).status).toBe(200)
    expect((await acts(person)).slice(0, 2)).toEqual(['signed_in', 'signed_in_elsewhere'])
    expect(await mailsAbout(person)).toHaveLength(1)
  })

  test('with a wrong password is neither logged nor mailed', async () => {
    const person = await auth.person()
    const { status } = await signIn({ ...person, password: 'not-the-password-1' })
    expect(status).toBe(400)
    expect(await acts(person)).toEqual(['signed_in'])
    expect(await mailsAbout(person)).toEqual([])
  })

  test('from many new browsers sends at most one mail an hour', async () => {
    const person = await auth.person()
    const now = new Date()
    auth.setNow(now)
    await signIn(person)
    await signIn(person)
    expect(await mailsAbout(person)).toHaveLength(1)
    expect((await acts(person)).filter((act) => act === 'signed_in_elsewhere')).toHaveLength(2)
    auth.setNow(new Date(now.getTime() + 3_600_000))
    await signIn(person)
    expect(await mailsAbout(person)).toHaveLength(2)
    auth.setNow(null)
  })
})

test('password changes, sign-outs and authenticator apps are logged', async () => {
  const person = await auth.person()
  const { client } = person
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const secret = factor?.type === 'totp' ? factor.totp.secret : ''
  await client.mfa.challengeAndVerify({
    factorId: factor?.id ?? '',
    code: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
  })
  expect((await acts(person))[0]).toBe('factor_added')
  await client.mfa.unenroll({ factorId: factor?.id ?? '' })
  expect((await acts(person))[0]).toBe('factor_removed')
  await client.updateUser({ password: 'another-sturdy-oak-7' })
  expect((await acts(person))[0]).toBe('password_changed')
  await client.signOut({ scope: 'others' })
  expect((await acts(person))[0]).toBe('signed_out_others')
  await client.signOut({ scope: 'global' })
  expect((await acts(person))[0]).toBe('signed_out_everywhere')
})

test('the account log contains only its owner’s acts, is paged, and is kept for 90 days', async () => {
  const [person, other] = [await auth.person(), await auth.person()]
  const now = auth.now()
  const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms)
  for (let n = 1; n <= 60; n += 1)
    await logAccountAct(auth.serving, person.id, 'data_exported', null, daysAgo(1, n))
  const from = { ip: '198.51.100.9', userAgent: null }
  await logAccountAct(auth.serving, person.id, 'email_changed', from, daysAgo(ACCOUNT_LOG_DAYS, -1))
  await logAccountAct(auth.serving, person.id, 'payouts_opened', from, daysAgo(ACCOUNT_LOG_DAYS))

  const page = await accountLogOf(auth.serving, person.id, { after: undefined, now })
  expect(page).toHaveLength(50)
  const last = page.at(-1)
  const after = `newest~${last?.created_at}~${last?.id}`
  const rest = await accountLogOf(auth.serving, person.id, { after, now })
  expect(rest.map(({ act }) => act)).toEqual([
    ...Array.from({ length: 11 }, () => 'data_exported'),
    'email_changed',
  ])
  expect(await acts(other)).toEqual(['signed_in'])

  await forgetAll(auth.serving, DAILY, now)
  const kept = await rows(
    auth.pool,
    sql`select from account_log where profile_id = ${person.id} and act = 'payouts_opened'`,
  )
  expect(kept).toEqual([])
})

test('the account log accepts every act of the table, and refuses any other', async () => {
  const person = await auth.person()
  for (const act of ACCOUNT_ACTS)
    expect(await logAccountAct(auth.serving, person.id, act, null, auth.now())).toBe(1)
  const refused = logAccountAct(auth.serving, person.id, 'bought' as never, null, auth.now())
  await expect(refused).rejects.toThrow('account_log_act_check')
  // An address that was never confirmed has no account owner who could read the log.
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await logAccountAct(auth.serving, nobody, 'signed_in', null, auth.now())).toBe(0)
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['0.0.0.0', '0.0.0.0/24'],
  ['255.255.255.255', '255.255.255.0/24'],
  ['::ffff:198.51.100.9', '198.51.100.0/24'],
  ['2001:db8:aaaa:bbbb::1', '2001:db8:aaaa::/48'],
  ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ffff:ffff:ffff::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['unknown', null],
  ['', null],
])('the network shown for %s is %s', (ip, shown) => {
  expect(shownNetwork(ip)).toBe(shown)
})
