import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuthConfig } from '#server/config.ts'
import { startGoogleSandbox } from '#sandbox/google/google-sandbox.ts'
import { freePort } from '#scripts/processes.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
let sandbox: { close(): Promise<void> }
let issuer: string
beforeAll(async () => {
  const port = await freePort()
  issuer = `http://127.0.0.1:${port}`
  const client = { clientId: 'cartwright', clientSecret: 'a-secret-of-the-client' }
  auth = await startAuth({ config: { google: { issuer, ...client } } })
  const redirectUris = [`${auth.url}/callback`]
  sandbox = await startGoogleSandbox({ port, host: '127.0.0.1', issuer, ...client, redirectUris })
})
afterAll(async () => {
  await auth.close()
  await sandbox.close()
})

/** A browser: follows redirects inside the sandbox with its cookies, and stops wherever it leaves it. */
function browser() {
  const cookies = new Map<string, string>()
  const visit = async (url: URL, body?: URLSearchParams): Promise<URL> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return new URL(answer.headers.get('location') ?? url, url)
  }
  return {
    visit,
    /** From our /authorize to the address Google sends the person back to. */
    async choose(start: URL, person: Record<string, string>): Promise<URL> {
      const google = await visit(start)
      const chooser = await visit(google)
      let at = await visit(chooser, new URLSearchParams(person))
      while (at.origin === issuer) at = await visit(at)
      return at
    },
  }
}

/** The whole way with the official client. Answers where the person lands, and that client. */
async function comeFromGoogle(
  person: Record<string, string>,
  flowType: 'pkce' | 'implicit' = 'pkce',
) {
  const client = auth.client(flowType)
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${auth.siteUrl}/dashboard`, skipBrowserRedirect: true },
  })
  const { choose, visit } = browser()
  const callback = await choose(new URL(data.url ?? ''), person)
  return { client, callback, landing: await visit(callback) }
}

const failureOf = (landing: URL) => [
  landing.searchParams.get('error'),
  landing.searchParams.get('error_code'),
]

test('somebody new comes from Google as a confirmed creator with their name', async () => {
  const email = uniqueEmail('new.google')
  const { client, landing } = await comeFromGoogle({ email, name: 'Maya Okafor' })
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

test('the same person comes back to the same account, whatever the address is by then', async () => {
  const email = uniqueEmail('again')
  const ids = []
  for (let round = 0; round < 2; round += 1) {
    const { client, landing } = await comeFromGoogle({ email })
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
  const { client, landing } = await comeFromGoogle({ email: person.email, name: 'Somebody Else' })
  const { data } = await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
  expect(data.user?.id).toBe(person.id)
  expect(data.user?.app_metadata.providers).toEqual(['email', 'google'])
  expect(await auth.viewerOf(data.session?.access_token ?? '')).toMatchObject({
    name: 'Ellen Harrow',
    role: 'seller',
  })
  expect((await auth.client().signInWithPassword(person)).error).toBeNull()
})

test('an account somebody else signed up and nobody confirmed loses its password and its links', async () => {
  const email = uniqueEmail('victim')
  await auth.call('POST', '/signup', {
    body: { email, password: 'attacker one', data: { role: 'seller' } },
  })
  const trap = (await auth.mailsTo(email))[0]
  const { client, landing } = await comeFromGoogle({ email, name: 'Victim' })
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

test('an address Google did not verify opens no account, least of all an existing one', async () => {
  const person = await auth.person()
  const { landing } = await comeFromGoogle({ email: person.email, unverified: '1' })
  expect(failureOf(landing)).toEqual(['access_denied', 'provider_email_needs_verification'])
  expect(landing.searchParams.has('code')).toBe(false)
})

test('a banned person is turned away', async () => {
  const person = await auth.person()
  await auth.pool.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
    person.id,
  ])
  const { landing } = await comeFromGoogle({ email: person.email })
  expect(failureOf(landing)).toEqual(['access_denied', 'user_banned'])
})

test('an implicit client gets its session and the provider token behind the #', async () => {
  const email = uniqueEmail('implicit')
  const { landing } = await comeFromGoogle({ email }, 'implicit')
  const values = new URLSearchParams(landing.hash.slice(1))
  expect(values.get('provider_token')).toBeTruthy()
  expect(await auth.viewerOf(values.get('access_token') ?? '')).toMatchObject({ email })
})

test('giving up at Google leads back with what Google said', async () => {
  const { landing } = await comeFromGoogle({ fail: 'access_denied' })
  expect(landing.pathname).toBe('/dashboard')
  expect(landing.searchParams.get('error')).toBe('access_denied')
  expect(new URLSearchParams(landing.hash.slice(1)).get('error')).toBe('access_denied')
})

test('a state works once, for five minutes, and only one of ours', async () => {
  const { callback } = await comeFromGoogle({ email: uniqueEmail('replay') })
  const { visit, choose } = browser()
  const again = await visit(callback)
  expect(failureOf(again)).toEqual(['invalid_request', 'flow_state_already_used'])
  expect(again.origin + again.pathname).toBe(`${auth.siteUrl}/`)

  const foreign = new URL(callback)
  foreign.searchParams.set('state', '7b7a1d0e-2f0c-4c8d-9a4e-0d2b5d6c1f00')
  expect(failureOf(await visit(foreign))).toEqual(['invalid_request', 'bad_oauth_state'])
  foreign.searchParams.delete('state')
  expect(failureOf(await visit(foreign))).toEqual(['invalid_request', 'bad_oauth_callback'])

  const late = await choose(new URL(`${auth.url}/authorize?provider=google`), {
    email: uniqueEmail('late'),
  })
  auth.setNow(new Date(Date.now() + 301_000))
  const landing = await visit(late)
  auth.setNow(null)
  expect(failureOf(landing)).toEqual(['invalid_request', 'bad_oauth_state'])
})

test("a code that belongs to another sign-in's nonce and verifier is refused", async () => {
  const { visit, choose } = browser()
  const start = new URL(`${auth.url}/authorize?provider=google`)
  const mine = await choose(start, { email: uniqueEmail('mine') })
  const theirs = await browser().choose(start, { email: uniqueEmail('theirs') })
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
  expect(failureOf(await visit(mine))).toEqual(['server_error', 'unexpected_failure'])
})

test('the way to Google carries our own checks, the extra wishes of a client, and nothing it may not set', async () => {
  const query =
    'provider=google&scopes=calendar&login_hint=maya&redirect_uri=https://evil.example&state=x&client_id=evil'
  const answer = await fetch(`${auth.url}/authorize?${query}`, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  const values = new URL(answer.headers.get('location') ?? '').searchParams
  expect(Object.fromEntries(values)).toMatchObject({
    client_id: 'cartwright',
    redirect_uri: `${auth.url}/callback`,
    response_type: 'code',
    scope: 'openid email profile calendar',
    code_challenge_method: 'S256',
    login_hint: 'maya',
  })
  expect(values.get('nonce')).toBeTruthy()
  expect(values.get('state')).toMatch(/^[0-9a-f-]{36}$/)
})

test.each(['', 'github', 'Google'])('the provider %j is refused', async (provider) => {
  const answer = await auth.call('GET', `/authorize?provider=${provider}`)
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  expect(answer.body.message).toMatch(/^Unsupported provider: /)
})

test('while Google cannot be reached the person lands where they came from, with a reason', async () => {
  const away = await startAuth({
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

/** A service in a mode of its own with a Google of its own; `visitAll` goes there and comes back. */
async function startWithGoogle(modes: Partial<AuthConfig>) {
  const port = await freePort()
  const own = `http://127.0.0.1:${port}`
  const client = { clientId: 'cartwright', clientSecret: 'a-secret-of-the-client' }
  const service = await startAuth({ auth: modes, config: { google: { issuer: own, ...client } } })
  const redirectUris = [`${service.url}/callback`]
  const google = await startGoogleSandbox({
    port,
    host: '127.0.0.1',
    issuer: own,
    ...client,
    redirectUris,
  })
  return {
    service,
    async visitAll(start: URL, form: Record<string, string>): Promise<URL> {
      const { visit } = browser()
      let at = start
      while (!at.pathname.startsWith('/choose/')) at = await visit(at)
      at = await visit(at, new URLSearchParams(form))
      while (at.origin === own) at = await visit(at)
      return visit(at)
    },
    async close() {
      await service.close()
      await google.close()
    },
  }
}

test('somebody new from Google has not chosen a role; somebody known has', async () => {
  const email = uniqueEmail('undecided')
  const { client, landing } = await comeFromGoogle({ email, name: 'Maya' })
  await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
  const known = await auth.person()
  await comeFromGoogle({ email: known.email })
  const { rows } = await auth.pool.query(
    'select email, role_chosen from profiles where email = any($1) order by role_chosen',
    [[email, known.email]],
  )
  expect(rows).toEqual([
    { email, role_chosen: false },
    { email: known.email, role_chosen: true },
  ])
})

test('ways to sign in are the instance’s to change unless it says otherwise', async () => {
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

test('where it is allowed, Google is linked by its own address and unlinked again, never the last way', async () => {
  const { service: linking, visitAll, close } = await startWithGoogle({ manualLinking: true })
  try {
    const person = await linking.person()
    const begin = async () => {
      const { data, error } = await person.client.linkIdentity({
        provider: 'google',
        options: { redirectTo: `${linking.siteUrl}/profile`, skipBrowserRedirect: true },
      })
      if (error) throw error
      return new URL(data.url ?? '')
    }
    const landing = await visitAll(await begin(), { email: uniqueEmail('elsewhere') })
    const { data } = await person.client.exchangeCodeForSession(
      landing.searchParams.get('code') ?? '',
    )
    expect(data.user?.id).toBe(person.id)
    expect(data.user?.email).toBe(person.email)
    expect(data.user?.app_metadata).toMatchObject({ providers: ['email', 'google'] })

    const [byMail, byGoogle] = data.user?.identities ?? []
    if (byMail === undefined || byGoogle === undefined) throw new Error('an identity is missing')
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
  } finally {
    await close()
  }
})

test('with sign-ups off Google brings nobody new', async () => {
  const { service, visitAll, close } = await startWithGoogle({ signups: false })
  try {
    const start = new URL(`${service.url}/authorize?provider=google`)
    const landing = await visitAll(start, { email: uniqueEmail('late') })
    expect(failureOf(landing)).toEqual(['access_denied', 'signup_disabled'])
    expect((await service.pool.query('select 1 from auth.users')).rowCount).toBe(0)
  } finally {
    await close()
  }
})
