import { AuthAdminApi } from '@supabase/auth-js'
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authFactor, authGeneratedLink, authUser, authUserPage } from '#contract/auth-schemas.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
let token: string
let admin: InstanceType<typeof AuthAdminApi>
/** Spelled as the client does, so that this header replaces the client's own. */
const bearer = (value: string) => ({ Authorization: `Bearer ${value}` })
beforeAll(async () => {
  auth = await startAuth()
})
beforeEach(async () => {
  token = await auth.serviceToken()
  admin = new AuthAdminApi({ url: auth.url, headers: bearer(token) })
})
afterAll(() => auth.close())

const call = (method: string, path: string, body?: unknown) =>
  auth.call(method, path, { headers: bearer(token), ...(body === undefined ? {} : { body }) })
const outcome = async (reply: ReturnType<typeof call>) => {
  const { status, body } = await reply
  return [status, body.code]
}
const password = 'correct horse'

test('a confirmed account is created with the given data, without a mail, and can sign in', async () => {
  const email = uniqueEmail('made')
  const { data, error } = await admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { name: 'Ellen', role: 'seller' },
    app_metadata: { plan: 'gold' },
  })
  expect(error).toBeNull()
  const user = authUser.parse(data.user)
  expect(user.user_metadata).toEqual({ name: 'Ellen', role: 'seller' })
  expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'], plan: 'gold' })
  expect(user.email_confirmed_at).toBeDefined()
  expect(await auth.mailsTo(email)).toEqual([])
  const signedIn = await auth.client().signInWithPassword({ email, password })
  const viewer = await auth.viewerOf(signedIn.data.session?.access_token ?? '')
  expect(viewer).toMatchObject({ id: user.id, role: 'seller', name: 'Ellen' })
  expect((await admin.createUser({ email })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
})

test('an unconfirmed account cannot sign in, and can be created with a given id', async () => {
  const [email, id] = [uniqueEmail(), randomUUID()]
  const { data } = await admin.createUser({ id, email, password })
  expect(data.user?.id).toBe(id)
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  const { error } = await auth.client().signInWithPassword({ email, password })
  expect(error?.code).toBe('email_not_confirmed')
  const twice = await admin.createUser({ id, email: uniqueEmail() })
  expect(twice.error?.code).toBe('user_already_exists')
})

test.each([
  [{}, 400, 'validation_failed'],
  [{ email: 'nonsense' }, 400, 'validation_failed'],
  [{ phone: '+15551234' }, 400, 'phone_provider_disabled'],
  [
    { email: 'a@example.com', password_hash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA' },
    400,
    'validation_failed',
  ],
  [{ email: 'a@example.com', password: 'short' }, 422, 'weak_password'],
  [{ email: 'a@example.com', id: 'nonsense' }, 400, 'validation_failed'],
  [{ email: 'a@example.com', ban_duration: 'a while' }, 400, 'validation_failed'],
  [{ email: 'a@example.com', role: 'Robert; drop' }, 400, 'validation_failed'],
])('the account %j is refused', async (body, status, code) => {
  expect(await outcome(call('POST', '/admin/users', body))).toEqual([status, code])
})

test('accounts are listed newest first, with links to the other pages', async () => {
  for (let made = 0; made < 3; made += 1) await admin.createUser({ email: uniqueEmail('listed') })
  const answer = await call('GET', '/admin/users?page=1&per_page=2')
  const page = authUserPage.parse(answer.body)
  expect(page.users).toHaveLength(2)
  const total = Number(answer.headers.get('x-total-count'))
  expect(total).toBeGreaterThanOrEqual(3)
  const last = Math.ceil(total / 2)
  expect(answer.headers.get('link')).toBe(
    `<${auth.url}/admin/users?page=2&per_page=2>; rel="next", <${auth.url}/admin/users?page=${last}&per_page=2>; rel="last"`,
  )
  const { data } = await admin.listUsers({ page: 1, perPage: 2 })
  expect(data).toMatchObject({ nextPage: 2, total })
  const all = (await admin.listUsers()).data.users.map((user) => Date.parse(user.created_at))
  expect(all).toEqual(all.toSorted((a, b) => b - a))
  for (const bad of [
    'page=0',
    'page=-1',
    'page=x',
    'per_page=0',
    'per_page=1001',
    'per_page=100000',
  ])
    expect(await outcome(call('GET', `/admin/users?${bad}`))).toEqual([400, 'validation_failed'])
})

test('a change of address, data, role or password takes effect immediately; a new password ends every session', async () => {
  const person = await auth.person()
  const email = uniqueEmail('moved')
  const { data, error } = await admin.updateUserById(person.id, {
    email,
    password: 'another horse',
    user_metadata: { name: null, colour: 'petrol' },
    app_metadata: { plan: 'gold' },
  })
  expect(error).toBeNull()
  const user = authUser.parse(data.user)
  expect(user).toMatchObject({ email, app_metadata: { plan: 'gold', provider: 'email' } })
  expect(user.user_metadata).toMatchObject({ colour: 'petrol', role: 'creator' })
  expect(user.user_metadata).not.toHaveProperty('name')
  expect(await auth.viewerOf(person.accessToken)).toBeNull()
  const { data: session } = await auth
    .client()
    .signInWithPassword({ email, password: 'another horse' })
  expect(await auth.viewerOf(session.session?.access_token ?? '')).toMatchObject({ email })
  const other = await auth.person()
  const taken = await admin.updateUserById(other.id, { email })
  expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('a ban blocks sign-in, refresh and existing sessions until it is lifted or has expired', async () => {
  const person = await auth.person()
  const banned = await admin.updateUserById(person.id, { ban_duration: '1h30m' })
  expect(Date.parse(banned.data.user?.banned_until ?? '') - Date.now()).toBeGreaterThan(89 * 60_000)
  expect(await auth.viewerOf(person.accessToken)).toBeNull()
  const signIn = () => auth.client().signInWithPassword(person)
  expect((await signIn()).error).toMatchObject({ status: 400, code: 'user_banned' })
  expect((await person.client.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
  expect((await person.client.refreshSession()).error).toMatchObject({
    status: 400,
    code: 'user_banned',
  })
  await admin.updateUserById(person.id, { ban_duration: 'none' })
  expect((await signIn()).error).toBeNull()

  const again = await admin.updateUserById(person.id, { ban_duration: '1h30m' })
  const end = Date.parse(again.data.user?.banned_until ?? '')
  try {
    auth.setNow(new Date(end - 1))
    expect((await signIn()).error?.code).toBe('user_banned')
    auth.setNow(new Date(end))
    const { data } = await signIn()
    expect(await auth.viewerOf(data.session?.access_token ?? '')).toMatchObject({ id: person.id })
  } finally {
    auth.setNow(null)
  }
})

test('a deleted account is gone, and its address is free again', async () => {
  const person = await auth.person()
  expect((await admin.deleteUser(person.id)).error).toBeNull()
  expect((await admin.getUserById(person.id)).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  })
  expect(await outcome(call('DELETE', `/admin/users/${person.id}`))).toEqual([
    404,
    'user_not_found',
  ])
  const own = await auth.call('GET', '/user', { headers: bearer(person.accessToken) })
  expect([own.status, own.body.code]).toEqual([403, 'user_not_found'])
  expect((await auth.person({ email: person.email })).id).not.toBe(person.id)
})

test('deleting a person who has a project removes their address and sign-in, but keeps their name', async () => {
  const person = await auth.person({ name: 'Ellen Harrow', role: 'seller' })
  await auth.pool.query(
    `insert into projects (seller_id, title, description, category, budget, deadline, status)
      values ($1, 'A mug', 'One reel.', 'home', 10000, '2031-05-01', 'active')`,
    [person.id],
  )
  expect((await admin.deleteUser(person.id)).error).toBeNull()
  expect((await admin.getUserById(person.id)).error?.code).toBe('user_not_found')
  expect((await auth.client().signInWithPassword(person)).error?.code).toBe('invalid_credentials')
  const { rows } = await auth.pool.query(
    `select row_to_json(profiles) as profile, row_to_json(users) as account
      from profiles join auth.users using (id) where id = $1`,
    [person.id],
  )
  expect(rows[0].profile.name).toBe('Ellen Harrow')
  expect(JSON.stringify(rows)).not.toContain(person.email)
})

test('a soft deletion empties the account and keeps its row', async () => {
  const person = await auth.person()
  expect((await admin.deleteUser(person.id, true)).error).toBeNull()
  const { data } = await admin.getUserById(person.id)
  expect(authUser.parse(data.user)).toMatchObject({ id: person.id, email: '', identities: [] })
  expect(data.user?.deleted_at).toBeDefined()
  expect(await auth.viewerOf(person.accessToken)).toBeNull()
})

test('a person’s factors are listed and removed', async () => {
  const person = await auth.person()
  expect((await call('GET', `/admin/users/${person.id}/factors`)).body).toEqual([])
  const { data } = await person.client.mfa.enroll({ factorType: 'totp' })
  const [id, secret] = [data?.id ?? '', data?.totp.secret ?? '']
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await person.client.mfa.challengeAndVerify({ factorId: id, code })
  const { data: listed } = await admin.mfa.listFactors({ userId: person.id })
  expect(listed?.factors.map((factor) => authFactor.parse(factor).id)).toEqual([id])
  expect((await admin.mfa.deleteFactor({ userId: person.id, id })).error).toBeNull()
  const level = await person.client.refreshSession()
  expect(level.data.user).not.toHaveProperty('factors')
  expect(await outcome(call('DELETE', `/admin/users/${person.id}/factors/${id}`))).toEqual([
    404,
    'mfa_factor_not_found',
  ])
})

test('an invitation is mailed, and its link opens an account without a password', async () => {
  const email = uniqueEmail('guest')
  const { data, error } = await admin.inviteUserByEmail(email, { data: { role: 'seller' } })
  expect(error).toBeNull()
  expect(authUser.parse(data.user).invited_at).toBeDefined()
  const mail = (await auth.mailsTo(email))[0]
  expect(mail?.subject).toBe('You have been invited to Cartwright')
  const { data: opened } = await auth
    .client()
    .verifyOtp({ type: 'invite', token_hash: mail?.token ?? '' })
  const viewer = await auth.viewerOf(opened.session?.access_token ?? '')
  expect(viewer).toMatchObject({ email, role: 'seller' })
  expect((await admin.inviteUserByEmail(email)).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
})

test('links of all six types can be generated, and work when opened', async () => {
  const person = await auth.person()
  const [fresh, guest, wanted] = [uniqueEmail('fresh'), uniqueEmail('guest'), uniqueEmail('new')]
  const requests = [
    { type: 'signup', email: fresh, password, data: { colour: 'petrol' } },
    { type: 'invite', email: guest },
    { type: 'magiclink', email: person.email },
    { type: 'recovery', email: person.email },
    { type: 'email_change_current', email: person.email, new_email: wanted },
    { type: 'email_change_new', email: person.email, new_email: wanted },
  ]
  const landings = []
  for (const request of requests) {
    const { status, body } = await call('POST', '/admin/generate_link', {
      ...request,
      redirect_to: `${auth.siteUrl}/dashboard`,
    })
    expect(status).toBe(200)
    const made = authGeneratedLink.parse(body)
    expect(made).toMatchObject({ verification_type: request.type, email: request.email })
    landings.push(made)
  }
  expect(landings[0]?.user_metadata).toEqual({ colour: 'petrol' })
  const open = async (link: string | undefined) => {
    const answer = await fetch(link ?? '', { redirect: 'manual' })
    expect(answer.status).toBe(303)
    return new URL(answer.headers.get('location') ?? '')
  }
  for (const made of landings.slice(0, 4)) {
    const landing = await open(made.action_link)
    expect(landing.pathname).toBe('/dashboard')
    expect(new URLSearchParams(landing.hash.slice(1)).get('access_token')).toBeTruthy()
  }
  expect((await open(landings[4]?.action_link)).hash).toMatch(/^#message=/)
  expect((await open(landings[5]?.action_link)).hash).toMatch(/^#access_token=/)
  expect((await admin.getUserById(person.id)).data.user?.email).toBe(wanted)
  for (const email of [fresh, guest, person.email, wanted])
    expect(
      (await auth.mailsTo(email)).filter((mail) => /Sign in|invited|Reset/.test(mail.subject)),
    ).toEqual([])
})

test('an email change by generated links needs both addresses to agree to one new address, in either order', async () => {
  const person = await auth.person()
  const wanted = uniqueEmail('wanted')
  const linkOf = async (type: string, newEmail = wanted) => {
    const body = { type, email: person.email, new_email: newEmail }
    return authGeneratedLink.parse((await call('POST', '/admin/generate_link', body)).body)
  }
  const agree = async (made: { hashed_token: string }) => {
    const body = { type: 'email_change', token_hash: made.hashed_token }
    return (await auth.call('POST', '/verify', { body })).body
  }
  const addressNow = async () => (await admin.getUserById(person.id)).data.user?.email
  const halfWay = { code: '200', msg: expect.stringContaining('link sent to the other email') }

  // The new address alone, even twice, does not prove the owner.
  expect(await agree(await linkOf('email_change_new'))).toEqual(halfWay)
  expect(await agree(await linkOf('email_change_new'))).toEqual(halfWay)
  expect(await addressNow()).toBe(person.email)
  // Another address starts over: agreements to the first one do not count for it.
  const other = uniqueEmail('other')
  expect(await agree(await linkOf('email_change_current', other))).toEqual(halfWay)
  expect(await addressNow()).toBe(person.email)
  expect((await agree(await linkOf('email_change_new', other))).user.email).toBe(other)
  expect(await addressNow()).toBe(other)
  // The other order, with the second link created only after the first address has agreed.
  person.email = other
  expect(await agree(await linkOf('email_change_new'))).toEqual(halfWay)
  expect(await addressNow()).toBe(other)
  expect((await agree(await linkOf('email_change_current'))).user.email).toBe(wanted)
  expect(await addressNow()).toBe(wanted)
})

test('with secureEmailChange off, confirming at the new address alone is enough', async () => {
  const simple = await startAuth({ auth: { secureEmailChange: false } })
  try {
    const person = await simple.person()
    const wanted = uniqueEmail('wanted')
    const before = (await simple.mailsTo(person.email)).length
    await person.client.updateUser({ email: wanted })
    expect(await simple.mailsTo(person.email)).toHaveLength(before)
    const body = { type: 'email_change', token_hash: (await simple.mailsTo(wanted))[0]?.token }
    expect((await simple.call('POST', '/verify', { body })).body.user.email).toBe(wanted)
  } finally {
    await simple.close()
  }
})

test('a link for an unknown address is generated only if its type would create an account', async () => {
  const email = uniqueEmail('nobody')
  for (const type of ['recovery', 'email_change_current', 'email_change_new']) {
    const body = { type, email, new_email: uniqueEmail() }
    expect(await outcome(call('POST', '/admin/generate_link', body))).toEqual([
      404,
      'user_not_found',
    ])
  }
  const made = await admin.generateLink({ type: 'magiclink', email })
  expect(made.data.properties?.verification_type).toBe('signup')
  expect(await outcome(call('POST', '/admin/generate_link', { type: 'x', email }))).toEqual([
    400,
    'validation_failed',
  ])
})

test('an administrator signs a person out by their token', async () => {
  const person = await auth.person()
  expect((await admin.signOut(person.accessToken, 'global')).error).toBeNull()
  expect(await auth.viewerOf(person.accessToken)).toBeNull()
})

test.each(['/admin/users/nonsense', '/admin/users/nonsense/factors'])(
  '%s answers 404 for an invalid id',
  async (path) => {
    expect(await outcome(call('GET', path))).toEqual([404, 'validation_failed'])
  },
)

test.each([
  '/admin/oauth/clients',
  '/admin/custom-providers',
  '/admin/sso/providers',
  '/admin/audit',
])('%s is switched off', async (path) => {
  expect(await outcome(call('GET', path))).toEqual([404, 'feature_disabled'])
})

test('admin endpoints are served only to the operator', async () => {
  const person = await auth.person()
  const paths = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${person.id}`],
    ['DELETE', `/admin/users/${person.id}`],
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
    ['GET', '/admin/anything'],
  ] as const
  for (const [method, path] of paths) {
    const bare = await auth.call(method, path)
    expect([bare.status, bare.body.code]).toEqual([401, 'no_authorization'])
    const own = await auth.call(method, path, { headers: bearer(person.accessToken) })
    expect([own.status, own.body]).toEqual([
      403,
      { code: 'not_admin', message: 'User not allowed' },
    ])
    const forged = await auth.call(method, path, {
      headers: bearer(`${token.slice(0, -8)}AAAAAAAA`),
    })
    expect([forged.status, forged.body.code]).toEqual([403, 'bad_jwt'])
  }
})

test('someone promoted to administrator has admin access only until their session ends', async () => {
  const person = await auth.person()
  await admin.updateUserById(person.id, { role: 'service_role' })
  const { data } = await auth.client().signInWithPassword(person)
  const headers = bearer(data.session?.access_token ?? '')
  expect((await auth.call('GET', '/admin/users', { headers })).status).toBe(200)
  await auth.call('POST', '/logout', { headers })
  expect((await auth.call('GET', '/admin/users', { headers })).body.code).toBe('session_not_found')
})

test('in production, admin endpoints are served only to this machine, not through a proxy', async () => {
  const production = await startAuth({ config: { environment: 'production' }, usualCost: true })
  try {
    const headers = bearer(await production.serviceToken())
    const status = async (more: Record<string, string>) =>
      (await production.call('GET', '/admin/users', { headers: { ...headers, ...more } })).status
    expect(await status({})).toBe(200)
    expect(await status({ 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    expect(await status({ forwarded: 'for=192.0.2.1' })).toBe(404)
    const elsewhere = await production.app.inject({
      url: `${production.config.auth.basePath}/admin/users`,
      headers: { ...headers, host: 'cartwright.example' },
    })
    expect(elsewhere.statusCode).toBe(404)
  } finally {
    await production.close()
  }
})
