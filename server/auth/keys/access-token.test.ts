import { generateKeyPair, SignJWT, exportJWK, importJWK, type JWK, UnsecuredJWT } from 'jose'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'

let auth: TestAuth
let person: TestPerson
let published: JWK
let claims: Record<string, unknown>
beforeAll(async () => {
  auth = await startAuth()
  person = await auth.person()
  published = (await auth.call('GET', '/.well-known/jwks.json')).body.keys[0]
  claims = JSON.parse(Buffer.from(person.accessToken.split('.')[1] ?? '', 'base64url').toString())
})
afterAll(() => auth.close())

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The real key, which only the server has. */
async function realKey() {
  const { rows } = await auth.pool.query('select sealed_private_jwk from auth.signing_keys')
  const opened = auth.config.keys.open('signing key', rows[0].sealed_private_jwk)
  return importJWK(JSON.parse(opened ?? '') as JWK, 'ES256')
}

/** A token signed with the real key, with a different header or claims. */
async function signed(changes: Record<string, unknown>, header: Record<string, unknown> = {}) {
  const payload = Object.fromEntries(
    Object.entries({ ...claims, ...changes }).filter(([, value]) => value !== undefined),
  )
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: published.kid ?? '', ...header })
    .sign(await realKey())
}

async function otherKey(header: Record<string, unknown> = {}) {
  const pair = await generateKeyPair('ES256', { extractable: true })
  return new SignJWT(claims)
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'JWT',
      kid: published.kid ?? '',
      ...header,
      jwk: await exportJWK(pair.publicKey),
    })
    .sign(pair.privateKey)
}

/** Our token under a header it was not signed with. */
const withHeader = (header: Record<string, unknown>) =>
  person.accessToken.replace(
    /^[^.]+/,
    encode({ alg: 'ES256', typ: 'JWT', kid: published.kid, ...header }),
  )

/** HS256 with a public value as its secret. */
function hmacSigned(secret: string) {
  const body = `${encode({ alg: 'HS256', typ: 'JWT', kid: published.kid })}.${encode(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

const hour = 3_600
const forgeries: [string, () => Promise<string> | string][] = [
  ['alg none', () => new UnsecuredJWT(claims).encode()],
  [
    'alg none with our kid',
    () => `${encode({ alg: 'none', typ: 'JWT', kid: published.kid })}.${encode(claims)}.`,
  ],
  [
    'alg None in another case',
    () => `${encode({ alg: 'nOnE', typ: 'JWT', kid: published.kid })}.${encode(claims)}.`,
  ],
  ['HS256 with the public key as JSON', () => hmacSigned(JSON.stringify(published))],
  ['HS256 with the public x', () => hmacSigned(published.x ?? '')],
  ['HS256 with an empty secret', () => hmacSigned('')],
  ['another key under our kid', () => otherKey()],
  ['an unknown kid', () => otherKey({ kid: 'nobody' })],
  ['a kid that is a path', () => otherKey({ kid: '../../../../dev/null' })],
  ['a kid that is SQL', () => otherKey({ kid: `' or 1=1 --` })],
  ['a kid that is a prototype name', () => otherKey({ kid: '__proto__' })],
  ['a key set address of its own', () => otherKey({ jku: 'https://evil.example/jwks.json' })],
  ['a critical header nobody knows', () => withHeader({ crit: ['exp2'], exp2: 1 })],
  ['another type of token', () => signed({}, { typ: 'at+jwt' })],
  ['another issuer', () => signed({ iss: 'https://evil.example/auth/v1' })],
  ['no issuer', () => signed({ iss: undefined })],
  ['another audience', () => signed({ aud: 'admin' })],
  ['no audience', () => signed({ aud: undefined })],
  ['an end that is past', () => signed({ exp: Math.floor(Date.now() / 1_000) - 1 })],
  ['no end', () => signed({ exp: undefined })],
  ['an end that is no number', () => signed({ exp: 'tomorrow' })],
  ['a beginning that is to come', () => signed({ nbf: Math.floor(Date.now() / 1_000) + hour })],
  ['no subject', () => signed({ sub: undefined })],
  ['no session', () => signed({ session_id: undefined })],
  [
    'a changed claim',
    () =>
      person.accessToken.replace(/\.[^.]+\./, `.${encode({ ...claims, role: 'service_role' })}.`),
  ],
  ['a cut signature', () => person.accessToken.slice(0, -4)],
  ['no signature', () => person.accessToken.split('.').slice(0, 2).join('.')],
  ['five parts', () => `${person.accessToken}.a.b`],
  ['no token at all', () => 'token'],
]

test.each(forgeries)('a token with %s is refused', async (_, forge) => {
  const token = await forge()
  const answer = await auth.call('GET', '/user', { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.body.code]).toEqual([403, 'bad_jwt'])
  expect(answer.body.message).toMatch(/^invalid JWT: unable to parse or verify signature, /)
  expect(await auth.viewerOf(token)).toBeNull()
})

test.each([
  [
    'another person as subject',
    { sub: '7b7a1d0e-2f0c-4c8d-9a4e-0d2b5d6c1f00' },
    [403, 'user_not_found'],
  ],
  [
    'a session there is none of',
    { session_id: '7b7a1d0e-2f0c-4c8d-9a4e-0d2b5d6c1f00' },
    [403, 'session_not_found'],
  ],
  ['a subject that is no UUID', { sub: "1' or '1'='1" }, [400, 'bad_jwt']],
  ['a session that is no UUID', { session_id: 'session' }, [403, 'bad_jwt']],
])('a correctly signed token with %s is refused', async (_, changes, expected) => {
  const token = await signed(changes)
  const answer = await auth.call('GET', '/user', { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.body.code]).toEqual(expected)
  expect(await auth.viewerOf(token)).toBeNull()
})

test('one person’s session does not open another’s account', async () => {
  const other = await auth.person()
  const token = await signed({ sub: other.id })
  expect(await auth.viewerOf(token)).toBeNull()
  const answer = await auth.call('GET', '/user', { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.body.code]).toEqual([403, 'session_not_found'])
})

test('the unmodified token that the forgeries are derived from is valid', async () => {
  expect(await auth.viewerOf(await signed({}))).toMatchObject({ id: person.id })
})

test.each([[undefined], ['Basic abc'], ['Bearer'], ['Bearer  '], ['Bearer a b']])(
  'the authorization %s is answered with a request for a bearer token',
  async (authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const answer = await auth.call('GET', '/user', { headers })
    expect([answer.status, answer.body]).toEqual([
      401,
      { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    ])
  },
)

test('the claims are those clients expect', () => {
  expect(claims).toMatchObject({
    iss: auth.url,
    sub: person.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: person.email,
    phone: '',
    aal: 'aal1',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  expect(claims['amr']).toEqual([{ method: 'otp', timestamp: expect.any(Number) }])
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3_600)
})

test('an access token is refused after an hour', async () => {
  const own = await auth.person()
  auth.setNow(new Date(Date.now() + 3_601_000))
  try {
    expect(await auth.viewerOf(own.accessToken)).toBeNull()
  } finally {
    auth.setNow(null)
  }
  expect(await auth.viewerOf(own.accessToken)).not.toBeNull()
})
