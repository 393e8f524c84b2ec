import { decodeJwt, exportJWK, generateKeyPair } from 'jose'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTH_LIMITS } from '#contract/auth.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
let service: Record<string, string>
beforeAll(async () => {
  auth = await startAuth({ auth: { anonymous: true } })
  service = { authorization: `Bearer ${await auth.serviceToken()}` }
})
afterAll(() => auth.close())
const password = 'correct horse'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** An object of exactly this many bytes as JSON, in characters of `width` bytes. */
function ofBytes(bytes: number, character = 'x'): Record<string, string> {
  const rest = bytes - Buffer.byteLength(JSON.stringify({ note: '' }))
  const width = Buffer.byteLength(character)
  const note = character.repeat(Math.floor(rest / width)) + 'x'.repeat(rest % width)
  return { note }
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
const UNSTORABLE: readonly Record<string, unknown>[] = [
  { a: 'x\0y' },
  { 'x\0y': 1 },
  { a: [{ b: ['\0'] }] },
  { a: '\ud800' },
  { '\udc00': 1 },
  { a: deep(9) },
]

/** Every call that accepts account data, by what it is given. */
const TAKERS: Record<string, (data: object) => ReturnType<TestAuth['call']>> = {
  'POST /signup': (data) =>
    auth.call('POST', '/signup', { body: { email: uniqueEmail(), password, data } }),
  'POST /signup, anonymous': (data) => auth.call('POST', '/signup', { body: { data } }),
  'POST /otp': (data) => auth.call('POST', '/otp', { body: { email: uniqueEmail(), data } }),
  'POST /invite': (data) =>
    auth.call('POST', '/invite', { headers: service, body: { email: uniqueEmail(), data } }),
  'POST /admin/generate_link': (data) =>
    auth.call('POST', '/admin/generate_link', {
      headers: service,
      body: { type: 'magiclink', email: uniqueEmail(), data },
    }),
  'POST /admin/users': (data) =>
    auth.call('POST', '/admin/users', {
      headers: service,
      body: { email: uniqueEmail(), user_metadata: data },
    }),
  'PUT /admin/users/:id': async (data) =>
    auth.call('PUT', `/admin/users/${(await auth.person()).id}`, {
      headers: service,
      body: { user_metadata: data },
    }),
  'PUT /user': async (data) =>
    auth.call('PUT', '/user', {
      headers: bearer((await auth.person()).accessToken),
      body: { data },
    }),
}

test.each(Object.keys(TAKERS))('%s accepts data up to the limit and refuses more', async (call) => {
  const give = async (data: object) => (await TAKERS[call]?.(data))?.status
  const { metadataBytes } = AUTH_LIMITS
  for (const character of ['x', 'ü', '笑', '😀'])
    expect(await give(ofBytes(metadataBytes, character))).toBe(200)
  for (const data of [ofBytes(metadataBytes + 1), ofBytes(metadataBytes + 1, '😀'), ...UNSTORABLE])
    expect([data, await give(data)]).toEqual([data, 400])
  expect(await give({ note: '"'.repeat(metadataBytes / 2) })).toBe(400)
})

test('user_metadata and app_metadata from an administrator are validated separately', async () => {
  const { id } = await auth.person()
  const put = (body: object) => auth.call('PUT', `/admin/users/${id}`, { headers: service, body })
  const post = (body: object) =>
    auth.call('POST', '/admin/users', { headers: service, body: { email: uniqueEmail(), ...body } })
  for (const wrong of UNSTORABLE) {
    const [key = ''] = Object.keys(wrong)
    const good = { [key.replace(/\0|\p{Surrogate}/gu, '')]: 'fine' }
    for (const send of [put, post]) {
      const hidden = await send({ user_metadata: wrong, app_metadata: good })
      expect([hidden.status, hidden.body.code]).toEqual([400, 'validation_failed'])
      const shown = await send({ user_metadata: good, app_metadata: wrong })
      expect([shown.status, shown.body.code]).toEqual([400, 'validation_failed'])
    }
  }
  const ways = Buffer.byteLength('{"provider":"email","providers":["email"],}')
  const room = AUTH_LIMITS.appMetadataBytes - ways + 2
  for (const send of [put, post]) {
    expect((await send({ app_metadata: ofBytes(room) })).status).toBe(200)
    const beyond = await send({ app_metadata: ofBytes(room + 1) })
    expect([beyond.status, beyond.body.message]).toEqual([
      400,
      `app_metadata is larger than ${AUTH_LIMITS.appMetadataBytes} bytes`,
    ])
  }
})

test('user data too large for a token is refused, even when it grows in small steps, and can shrink again', async () => {
  const { client } = await auth.person()
  const add = (key: string) => client.updateUser({ data: { [key]: 'x'.repeat(300) } })
  const errors = []
  for (const key of ['a', 'b', 'c', 'd', 'e']) errors.push((await add(key)).error?.code)
  expect(errors.at(0)).toBeUndefined()
  expect(errors.at(-1)).toBe('validation_failed')
  expect((await client.updateUser({ data: { a: null, b: null } })).error).toBeNull()
  expect((await add('e')).error).toBeNull()
})

test.each([null, 2_048, 3_072])(
  'no access token exceeds 4 kB, whatever the account holds (ES256 for null, else RSA of %s bits)',
  async (modulusLength) => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-key-'))
    const path = join(folder, 'key.json')
    const { privateKey } =
      modulusLength === null
        ? await generateKeyPair('ES256', { extractable: true })
        : await generateKeyPair('RS256', { extractable: true, modulusLength })
    writeFileSync(path, JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'k'.repeat(100) }))
    const other = await startAuth({ on: auth, auth: { signingKeyFile: path } })
    try {
      const host = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(57)}.example`
      const email = `${`key${modulusLength}`.padEnd(64, 'l')}@${host}`
      const person = await other.person({ email })
      const sizes = [
        [AUTH_LIMITS.storedMetadataBytes, AUTH_LIMITS.appMetadataBytes],
        // Rows from a time with larger limits.
        [4_096, 50],
        [50, 4_096],
        [4_096, 4_096],
      ] as const
      const kept: unknown[] = []
      for (const [own, apps] of sizes) {
        await auth.pool.query(
          'update auth.users set user_metadata = $2, app_metadata = $3, role = $4 where id = $1',
          [person.id, ofBytes(own), ofBytes(apps), 'r'.repeat(40)],
        )
        const { data } = await other
          .client()
          .signInWithPassword({ email, password: person.password })
        const token = data.session?.access_token ?? ''
        expect(token.length).toBeGreaterThan(500)
        expect(token.length).toBeLessThanOrEqual(AUTH_LIMITS.accessToken)
        expect(await other.viewerOf(token)).toMatchObject({ id: person.id })
        expect(data.user?.user_metadata).toEqual(ofBytes(own))
        kept.push(decodeJwt(token)['app_metadata'])
      }
      // The data that the account states about itself is left out first.
      expect(kept[1]).toEqual(ofBytes(50))
    } finally {
      await other.close()
      rmSync(folder, { recursive: true })
    }
  },
)

test('with the product’s own keys, a token carries user data up to the limit in full', async () => {
  const person = await auth.person()
  const { error } = await person.client.updateUser({ data: ofBytes(AUTH_LIMITS.metadataBytes) })
  expect(error).toBeNull()
  const { data } = await person.client.refreshSession()
  expect(decodeJwt(data.session?.access_token ?? '')['user_metadata']).toMatchObject({
    ...ofBytes(AUTH_LIMITS.metadataBytes),
    email: person.email,
  })
})
