import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import {
  comeFromGoogle,
  failureOf,
  startAuthWithGoogle,
  type TestGoogle,
} from '#tests/support/google.ts'

let google: TestGoogle
let auth: TestAuth
beforeAll(async () => {
  google = await startAuthWithGoogle()
  auth = google.auth
})
afterAll(() => google.close())

test('a first sign-in with Google creates a confirmed creator account with the person’s name', async () => {
  const email = uniqueEmail('new.google')
  const { client, landing } = await comeFromGoogle(google, { email, name: 'Maya Okafor' })
  expect(landing.origin + landing.pathname).toBe(`${auth.siteUrl}/dashboard`)
  const { data, error } = await client.exchangeCodeForSession(
    landing.searchParams.get('code') ?? '',
  )
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    app_metadata: { provider: 'google', providers: ['google'] },
  })
  expect(data.user?.identities?.map((identity) => identity.provider)).toEqual(['google'])
  expect(await auth.viewerOf(data.session?.access_token ?? '')).toMatchObject({
    email,
    name: 'Maya Okafor',
    role: 'creator',
  })
})

test('a returning person gets the same account, even if its address has changed since', async () => {
  const email = uniqueEmail('again')
  const ids = []
  for (let round = 0; round < 2; round += 1) {
    const { client, landing } = await comeFromGoogle(google, { email })
    const { data } = await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
    ids.push(data.user?.id)
    await auth.pool.query('update auth.users set email = $1 where id = $2', [
      uniqueEmail('moved'),
      data.user?.id,
    ])
  }
  expect(ids[0]).toBe(ids[1])
})

test('a confirmed account with the same address is linked and keeps its password, name and role', async () => {
  const person = await auth.person({ name: 'Ellen Harrow', role: 'seller' })
  const { client, landing } = await comeFromGoogle(google, {
    email: person.email,
    name: 'Somebody Else',
  })
  const { data } = await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
  expect(data.user?.id).toBe(person.id)
  expect(data.user?.app_metadata.providers).toEqual(['email', 'google'])
  expect(await auth.viewerOf(data.session?.access_token ?? '')).toMatchObject({
    name: 'Ellen Harrow',
    role: 'seller',
  })
  expect((await auth.client().signInWithPassword(person)).error).toBeNull()
})

test('signing in with Google invalidates the password and links of an unconfirmed account', async () => {
  const email = uniqueEmail('victim')
  await auth.call('POST', '/signup', {
    body: { email, password: 'attacker one', data: { role: 'seller' } },
  })
  const trap = (await auth.mailsTo(email))[0]
  const { client, landing } = await comeFromGoogle(google, { email, name: 'Victim' })
  const { data } = await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
  expect(await auth.viewerOf(data.session?.access_token ?? '')).toMatchObject({
    name: 'Victim',
    role: 'creator',
  })
  const attacker = await auth.client().signInWithPassword({ email, password: 'attacker one' })
  expect(attacker.error?.code).toBe('invalid_credentials')
  const link = await auth.client().verifyOtp({ type: 'signup', token_hash: trap?.token ?? '' })
  expect(link.error?.code).toBe('otp_expired')
})

test('an address that Google has not verified opens no account, neither an existing nor a new one', async () => {
  const person = await auth.person()
  const fresh = uniqueEmail('unverified')
  for (const email of [person.email, fresh]) {
    const { landing } = await comeFromGoogle(google, { email, unverified: '1' })
    expect(failureOf(landing)).toEqual(['access_denied', 'provider_email_needs_verification'])
    expect(landing.searchParams.has('code')).toBe(false)
  }
  const { rows } = await auth.pool.query(
    `select users.email, provider from auth.users join auth.identities on user_id = users.id
      where users.email = any($1)`,
    [[person.email, fresh]],
  )
  expect(rows).toEqual([{ email: person.email, provider: 'email' }])
})

test('a banned person is refused', async () => {
  const person = await auth.person()
  await auth.pool.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
    person.id,
  ])
  const { landing } = await comeFromGoogle(google, { email: person.email })
  expect(failureOf(landing)).toEqual(['access_denied', 'user_banned'])
})

test('an implicit client gets its session and the provider token in the fragment', async () => {
  const email = uniqueEmail('implicit')
  const { landing } = await comeFromGoogle(google, { email }, 'implicit')
  const values = new URLSearchParams(landing.hash.slice(1))
  expect(values.get('provider_token')).toBeTruthy()
  expect(await auth.viewerOf(values.get('access_token') ?? '')).toMatchObject({ email })
})

test('cancelling at Google redirects back with Google’s error', async () => {
  const { landing } = await comeFromGoogle(google, { fail: 'access_denied' })
  expect(landing.pathname).toBe('/dashboard')
  expect(landing.searchParams.get('error')).toBe('access_denied')
  expect(new URLSearchParams(landing.hash.slice(1)).get('error')).toBe('access_denied')
})

test('while Google is unreachable the person returns to where they came from, with a reason', async () => {
  const away = await startAuth({
    on: auth,
    config: { google: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y' } },
  })
  try {
    const answer = await away.call('GET', '/authorize?provider=google')
    expect(answer.status).toBe(302)
    expect(failureOf(new URL(answer.headers.get('location') ?? ''))).toEqual([
      'server_error',
      'unexpected_failure',
    ])
  } finally {
    await away.close()
  }
})

test('a new person from Google has not chosen a role; a known one has', async () => {
  const email = uniqueEmail('undecided')
  const { client, landing } = await comeFromGoogle(google, { email, name: 'Maya' })
  await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
  const known = await auth.person()
  await comeFromGoogle(google, { email: known.email })
  const { rows } = await auth.pool.query(
    'select email, role_chosen from profiles where email = any($1) order by role_chosen',
    [[email, known.email]],
  )
  expect(rows).toEqual([
    { email, role_chosen: false },
    { email: known.email, role_chosen: true },
  ])
})

test('sign-in methods cannot be changed by people unless the instance allows it', async () => {
  const person = await auth.person()
  const { error } = await person.client.linkIdentity({
    provider: 'google',
    options: { skipBrowserRedirect: true },
  })
  expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
  const { data } = await person.client.getUserIdentities()
  const [identity] = data?.identities ?? []
  if (identity === undefined) throw new Error('there is no identity')
  const unlinked = await person.client.unlinkIdentity(identity)
  expect(unlinked.error).toMatchObject({
    status: 404,
    code: 'manual_linking_disabled',
    message: 'Manual linking is disabled',
  })
})

test('when allowed, Google can be linked under another address, and any sign-in method but the last unlinked', async () => {
  const { auth: linking, browser, close } = await startAuthWithGoogle({ manualLinking: true }, auth)
  try {
    const linked = async () => {
      const person = await linking.person()
      const { data: begun, error } = await person.client.linkIdentity({
        provider: 'google',
        options: { redirectTo: `${linking.siteUrl}/profile`, skipBrowserRedirect: true },
      })
      if (error) throw error
      // The page was requested by the browser that follows the redirect, so it has that response's cookie.
      const { choose, visit } = browser(linking.cookiesOf(person.client))
      const email = uniqueEmail('elsewhere')
      const landing = await visit(await choose(new URL(begun.url ?? ''), { email }))
      const { data } = await person.client.exchangeCodeForSession(
        landing.searchParams.get('code') ?? '',
      )
      expect(data.user?.id).toBe(person.id)
      expect(data.user?.email).toBe(person.email)
      expect(data.user?.app_metadata).toMatchObject({ providers: ['email', 'google'] })
      const [byMail, byGoogle] = ['email', 'google'].map((provider) =>
        data.user?.identities?.find((one) => one.provider === provider),
      )
      if (byMail === undefined || byGoogle === undefined) throw new Error('an identity is missing')
      return { person, email, byMail, byGoogle }
    }
    const { person, byMail, byGoogle } = await linked()
    const stranger = await linking.person()
    const theirs = await stranger.client.unlinkIdentity(byGoogle)
    expect(theirs.error).toMatchObject({ status: 404, code: 'identity_not_found' })
    expect((await person.client.unlinkIdentity(byMail)).error).toBeNull()
    expect((await linking.client().signInWithPassword(person)).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await person.client.unlinkIdentity(byGoogle)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })

    const other = await linked()
    expect((await other.person.client.unlinkIdentity(other.byGoogle)).error).toBeNull()
    expect((await linking.client().signInWithPassword(other.person)).error).toBeNull()
    const { choose, visit } = browser()
    const start = new URL(`${linking.url}/authorize?provider=google`)
    const landing = await visit(await choose(start, { email: other.email }))
    const token = new URLSearchParams(landing.hash.slice(1)).get('access_token') ?? ''
    // The same Google account no longer leads to theirs: it opens one of its own.
    expect(await linking.viewerOf(token)).toMatchObject({ email: other.email })
    expect((await linking.viewerOf(token))?.id).not.toBe(other.person.id)
  } finally {
    await close()
  }
})

test('a sign-in method is linked and unlinked after a fresh proof only, and never below a second factor', async () => {
  const { auth: linking, close } = await startAuthWithGoogle(
    { manualLinking: true, proofSeconds: 300 },
    auth,
  )
  try {
    const { client, id } = await linking.person()
    const options = { skipBrowserRedirect: true }
    const codes = async () => {
      const { data } = await client.getUserIdentities()
      const [identity] = data?.identities ?? []
      if (identity === undefined) throw new Error('there is no identity')
      const begun = await client.linkIdentity({ provider: 'google', options })
      const gone = await client.unlinkIdentity(identity)
      return [begun.error?.code, gone.error?.code]
    }
    expect(await codes()).toEqual([undefined, 'single_identity_not_deletable'])
    linking.setNow(new Date(Date.now() + 10 * 60_000))
    expect(await codes()).toEqual(['proof_needed', 'proof_needed'])
    linking.setNow(null)
    await linking.pool.query(
      `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
        values ($1, 'Codes', 'recovery_code', 'verified', now(), now())`,
      [id],
    )
    expect(await codes()).toEqual(['insufficient_aal', 'insufficient_aal'])
  } finally {
    await close()
  }
})

test('with sign-ups disabled, a Google sign-in creates no account', async () => {
  const { auth: service, browser, close } = await startAuthWithGoogle({ signups: false }, auth)
  try {
    const start = new URL(`${service.url}/authorize?provider=google`)
    const email = uniqueEmail('late')
    const { choose, visit } = browser()
    const landing = await visit(await choose(start, { email }))
    expect(failureOf(landing)).toEqual(['access_denied', 'signup_disabled'])
    const made = await service.pool.query('select 1 from auth.users where email = $1', [email])
    expect(made.rowCount).toBe(0)
  } finally {
    await close()
  }
})
