import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authSession } from '#contract/auth-schemas.ts'
import { type QueuedMail, startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** A sign-up with a verifier of its own, as the official client makes one. */
async function pendingSignup({ pkce = true, email = uniqueEmail() } = {}) {
  const verifier = randomBytes(28).toString('hex')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const pair = pkce ? { code_challenge: challenge, code_challenge_method: 's256' } : {}
  const { body } = await auth.call('POST', '/signup', {
    body: { email, password: 'correct horse', ...pair },
  })
  const mail = (await auth.mailsTo(email))[0]
  if (mail === undefined) throw new Error('no mail was queued')
  return { email, id: body.id as string, verifier, challenge, mail }
}

const isConfirmed = async (email: string) =>
  (await auth.pool.query('select email_confirmed_at from auth.users where email = $1', [email]))
    .rows[0]?.email_confirmed_at !== null

const bareLink = (mail: QueuedMail) => {
  const link = new URL(mail.link)
  link.searchParams.delete('via')
  return link
}
const get = (link: URL | string, headers: Record<string, string> = {}) =>
  fetch(link, { redirect: 'manual', headers })

/** What the page's button sends. */
const press = (mail: QueuedMail, extra: Record<string, string> = {}) =>
  fetch(`${auth.url}/verify`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      token: mail.token,
      type: mail.link.searchParams.get('type') ?? '',
      redirect_to: mail.link.searchParams.get('redirect_to') ?? '',
      ...extra,
    }),
  })

test('opening a mailed link shows a page and consumes nothing, however often a scanner does it', async () => {
  const { email, mail } = await pendingSignup()
  const statuses = []
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await fetch(mail.link, {
      method,
      redirect: 'manual',
      headers: { accept: '*/*' },
    })
    statuses.push(response.status)
  }
  expect(statuses).toEqual([200, 404, 200])
  const page = await get(mail.link)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const html = await page.text()
  expect(html).toContain('<form method="post" action="verify"')
  expect(html).toContain(email)
  expect(await isConfirmed(email)).toBe(false)
})

test('pressing the button on the link’s page confirms the address and redirects with an auth code', async () => {
  const { email, mail, verifier } = await pendingSignup()
  const response = await press(mail)
  expect(response.status).toBe(303)
  const target = new URL(response.headers.get('location') ?? '')
  expect(target.origin + target.pathname).toBe(`${auth.siteUrl}/`)
  expect(await isConfirmed(email)).toBe(true)
  const body = { auth_code: target.searchParams.get('code'), code_verifier: verifier }
  const session = await auth.call('POST', '/token?grant_type=pkce', { body })
  expect(session.status).toBe(200)
  expect(authSession.parse(session.body).user.email).toBe(email)
})

test('pressing the button in another browser also confirms the address, and redirects to the sign-in page', async () => {
  const { email, mail } = await pendingSignup()
  const response = await press(mail, { elsewhere: '1' })
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `${auth.siteUrl}/auth?confirmed=1`,
  ])
  expect(await isConfirmed(email)).toBe(true)
  expect(
    (await auth.client().signInWithPassword({ email, password: 'correct horse' })).error,
  ).toBeNull()
})

test('a bare link confirms the address on GET, before any code exchange', async () => {
  const { email, mail } = await pendingSignup()
  const response = await get(bareLink(mail))
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toMatch(/\/\?code=[\w-]+$/)
  expect(await isConfirmed(email)).toBe(true)
})

test('a browser that prefetches a bare link confirms nothing', async () => {
  const { email, mail } = await pendingSignup()
  expect((await get(bareLink(mail), { 'sec-purpose': 'prefetch;prerender' })).status).toBe(200)
  expect(await isConfirmed(email)).toBe(false)
})

test('an implicit client’s link brings the session in the fragment', async () => {
  const { email, mail } = await pendingSignup({ pkce: false })
  expect(mail.token).not.toMatch(/^pkce_/)
  const response = await get(bareLink(mail))
  const values = new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1))
  expect([...values.keys()]).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ])
  expect(values.get('type')).toBe('signup')
  expect(await auth.viewerOf(values.get('access_token') ?? '')).toMatchObject({ email })
})

test('a used link redirects with the reason, in query and fragment for PKCE', async () => {
  const { mail } = await pendingSignup()
  await press(mail)
  for (const response of [await press(mail), await get(mail.link), await get(bareLink(mail))]) {
    expect(response.status).toBe(303)
    const target = new URL(response.headers.get('location') ?? '')
    const reason = {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    }
    expect(Object.fromEntries(target.searchParams)).toEqual(reason)
    expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual({
      ...reason,
      sb: '',
    })
  }
})

test('fifty concurrent presses confirm once', async () => {
  const { mail } = await pendingSignup()
  const answers = await Promise.all(Array.from({ length: 50 }, () => press(mail)))
  const codes = answers.filter((answer) => /[?&]code=/.test(answer.headers.get('location') ?? ''))
  expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(303))
  expect(codes).toHaveLength(1)
})

test('an auth code is exchanged once under fifty concurrent tries, and only with its verifier', async () => {
  const { mail, verifier } = await pendingSignup()
  const location = (await press(mail)).headers.get('location') ?? ''
  const code = new URL(location).searchParams.get('code')
  const exchange = (codeVerifier: string) =>
    auth.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: codeVerifier },
    })
  const wrong = await exchange('x'.repeat(56))
  expect([wrong.status, wrong.body.code]).toEqual([400, 'bad_code_verifier'])
  const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(verifier)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const losers = answers.filter((answer) => answer.status !== 200)
  expect(new Set(losers.map((answer) => `${answer.status} ${answer.body.code}`))).toEqual(
    new Set(['404 flow_state_not_found']),
  )
})

test('an auth code expires after five minutes, a link after an hour', async () => {
  const [one, two] = [await pendingSignup(), await pendingSignup()]
  const code = new URL((await press(one.mail)).headers.get('location') ?? '').searchParams.get(
    'code',
  )
  auth.setNow(new Date(Date.now() + 301_000))
  const body = { auth_code: code, code_verifier: one.verifier }
  const late = await auth.call('POST', '/token?grant_type=pkce', { body })
  expect([late.status, late.body.code]).toEqual([422, 'flow_state_expired'])
  auth.setNow(new Date(Date.now() + 3_601_000))
  const target = (await press(two.mail)).headers.get('location') ?? ''
  auth.setNow(null)
  expect(target).toContain('error_code=otp_expired')
  expect(await isConfirmed(two.email)).toBe(false)
})

test('the six digits confirm as well; five wrong tries invalidate them but not the link', async () => {
  const first = await pendingSignup()
  const right = await auth
    .client()
    .verifyOtp({ type: 'email', email: first.email, token: first.mail.code })
  expect(right.data.session).not.toBeNull()

  const second = await pendingSignup()
  const wrongCode = second.mail.code === '000000' ? '000001' : '000000'
  const attempt = (token: string) =>
    auth.client().verifyOtp({ type: 'signup', email: second.email, token })
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await attempt(wrongCode)).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  }
  expect((await attempt(second.mail.code)).error?.code).toBe('otp_expired')
  expect((await press(second.mail)).headers.get('location')).toMatch(/\?code=/)
})

test('a code for an unknown address is refused like a wrong one, and expires after ten minutes', async () => {
  const unknown = await auth
    .client()
    .verifyOtp({ type: 'signup', email: uniqueEmail(), token: '123456' })
  expect(unknown.error).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  })
  const { email, mail } = await pendingSignup()
  auth.setNow(new Date(Date.now() + 601_000))
  const late = await auth.client().verifyOtp({ type: 'signup', email, token: mail.code })
  auth.setNow(null)
  expect(late.error?.code).toBe('otp_expired')
})

test('a repeated confirmation mail replaces the link of the same sign-up', async () => {
  const { email, mail } = await pendingSignup()
  expect((await auth.client().resend({ type: 'signup', email })).error).toBeNull()
  const [again, first] = await auth.mailsTo(email)
  expect(first?.token).toBe(mail.token)
  expect((await press(mail)).headers.get('location')).toContain('otp_expired')
  expect((await press(again ?? mail)).headers.get('location')).toMatch(/\?code=/)
  expect(
    (await auth.client().signInWithPassword({ email, password: 'correct horse' })).error,
  ).toBeNull()
})

test('resending to an unknown or confirmed address gets the same response, and sends no mail', async () => {
  const person = await auth.person()
  const before = (await auth.mailsTo(person.email)).length
  const [waiting, known, unknown] = [(await pendingSignup()).email, person.email, uniqueEmail()]
  for (const email of [waiting, known, unknown]) {
    const answer = await auth.call('POST', '/resend', { body: { type: 'signup', email } })
    expect([answer.status, answer.body]).toEqual([200, {}])
  }
  expect(await auth.mailsTo(known)).toHaveLength(before)
  expect(await auth.mailsTo(unknown)).toHaveLength(0)
})

test('the official client recovers an account, sets a new password and ends other sessions', async () => {
  const person = await auth.person()
  const browser = auth.client()
  const asked = await browser.resetPasswordForEmail(person.email, {
    redirectTo: `${auth.siteUrl}/auth?new=1`,
  })
  expect(asked.error).toBeNull()
  const mail = (await auth.mailsTo(person.email))[0]
  expect(mail?.subject).toBe('Reset your Cartwright password')
  if (mail === undefined) return
  const target = new URL((await press(mail)).headers.get('location') ?? '')
  expect(target.searchParams.get('new')).toBe('1')
  const exchanged = await browser.exchangeCodeForSession(target.searchParams.get('code') ?? '')
  expect(exchanged.error).toBeNull()
  expect((await browser.updateUser({ password: 'a new password' })).error).toBeNull()
  expect(await auth.viewerOf(person.accessToken)).toBeNull()
  expect((await auth.client().signInWithPassword(person)).error?.code).toBe('invalid_credentials')
  const fresh = await auth
    .client()
    .signInWithPassword({ email: person.email, password: 'a new password' })
  expect(fresh.error).toBeNull()
  // The sign-in above was by a browser without cookies.
  expect((await auth.mailsTo(person.email)).map(({ subject }) => subject).slice(0, 2)).toEqual([
    'A new device signed in to your Cartwright account',
    'Your Cartwright password was changed',
  ])
})

test('recovery for an unknown address gets the same response, and sends no mail', async () => {
  const person = await auth.person()
  const unknown = uniqueEmail()
  const answers = await Promise.all(
    [person.email, unknown].map((email) => auth.call('POST', '/recover', { body: { email } })),
  )
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, {}],
    [200, {}],
  ])
  expect([...(answers[0]?.headers.keys() ?? [])]).toEqual([...(answers[1]?.headers.keys() ?? [])])
  expect(await auth.mailsTo(unknown)).toHaveLength(0)
})

test.each([
  ['GET', '/verify?token=x', undefined, 400, 'Verify requires a verification type'],
  ['GET', '/verify?type=signup', undefined, 400, 'Verify requires a token or a token hash'],
  ['POST', '/verify', { type: 'signup' }, 400, 'Verify requires a token or a token hash'],
  ['POST', '/verify', { token_hash: 'x' }, 400, 'Verify requires a verification type'],
  ['POST', '/verify', { type: 'nonsense', token_hash: 'x' }, 400, 'Invalid verification type'],
  [
    'POST',
    '/verify',
    { type: 'signup', token_hash: 'x' },
    403,
    'Email link is invalid or has expired',
  ],
  [
    'POST',
    '/verify',
    { type: 'nonsense', email: 'a@example.com', token: '123456' },
    403,
    'Token has expired or is invalid',
  ],
])('%s %s with %o is refused with %i', async (method, path, body, status, message) => {
  const answer = await auth.call(method, path, body === undefined ? {} : { body })
  expect([answer.status, answer.body.message]).toEqual([status, message])
})

test('a link of one type is refused as another type', async () => {
  const { email, mail } = await pendingSignup()
  const link = bareLink(mail)
  link.searchParams.set('type', 'recovery')
  expect((await get(link)).headers.get('location')).toContain('otp_expired')
  expect(await isConfirmed(email)).toBe(false)
})

test('a link never leads to a foreign site, whatever redirect_to the sign-up or the form contains', async () => {
  const email = uniqueEmail()
  const path = `/signup?redirect_to=${encodeURIComponent('https://evil.example/take')}`
  await auth.call('POST', path, { body: { email, password: 'correct horse' } })
  const mail = (await auth.mailsTo(email))[0]
  expect(mail?.link.searchParams.get('redirect_to')).toBe(`${auth.siteUrl}/`)
  if (mail === undefined) return
  const response = await press(mail, { redirect_to: 'https://evil.example/take' })
  expect(new URL(response.headers.get('location') ?? '').origin).toBe(auth.siteUrl)
})
