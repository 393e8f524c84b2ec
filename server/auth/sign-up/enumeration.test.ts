import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawAnswer, startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import { kindOf, watchStatements } from '#tests/support/statements.ts'

/**
 * AUTH §12.4: an address with an account and one without get the same response, after the same work. `npm run bench`
 * measures how long that takes: on a busy machine a test of it would prove nothing.
 */

let auth: TestAuth
let statements: () => string[]
beforeAll(async () => {
  auth = await startAuth()
  statements = watchStatements(auth.serving)
})
afterAll(() => auth.close())

const calls = [
  ['/signup', (email: string) => ({ email, password: 'correct horse', data: { name: 'Maya' } })],
  ['/recover', (email: string) => ({ email })],
  ['/resend', (email: string) => ({ email, type: 'signup' })],
  ['/resend', (email: string) => ({ email, type: 'email_change' })],
  ['/otp', (email: string) => ({ email })],
  ['/otp', (email: string) => ({ email, create_user: false })],
  ['/magiclink', (email: string) => ({ email })],
  ['/token?grant_type=password', (email: string) => ({ email, password: 'battery staple' })],
  ['/verify', (email: string, token: string) => ({ email, type: 'email', token })],
] as const

/** What could distinguish two responses: everything except random values and times, which differ in every response. */
function faceOf({ status, headers, body }: RawAnswer) {
  const shown = [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'content-length'].includes(name),
  )
  return { status, headers: shown, body: shapeOf(body) }
}

/** Names and types in order. Identities and the role differ by contract (decision 0011). */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, child]) =>
    name === 'identities' ? [name, Array.isArray(child)] : [name, shapeOf(child)],
  )
}

/** Every queued mail, including those without a recipient: the commit wakes the queue, and sending takes time. */
async function queued(): Promise<number> {
  const { rows } = await auth.pool.query(
    'select count(*)::int as n from graphile_worker._private_jobs',
  )
  return rows[0].n
}

/** One call: its response, the number of hashes, its statements (unordered), and what it queued. */
async function work(
  path: string,
  body: unknown,
  { method = 'POST', token = '', service = auth } = {},
) {
  const waiting = await queued()
  statements()
  const before = service.hashed()
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const answer = await service.call(method, path, { body, headers })
  const asked = statements().map(kindOf).toSorted()
  return {
    face: faceOf(answer),
    hashed: service.hashed() - before,
    asked,
    queued: (await queued()) - waiting,
  }
}

test.each(calls)(
  '%s does the same work and gives the same answer for a known and an unknown address (%#)',
  async (path, bodyFor) => {
    const person = await auth.person()
    const waiting = uniqueEmail('waiting')
    await auth.call('POST', '/signup', { body: { email: waiting, password: 'correct horse' } })
    const [mail] = await auth.mailsTo(waiting)
    expect(mail?.code).toMatch(/^\d{6}$/)
    const wrong = mail?.code === '000000' ? '111111' : '000000'
    const ask = (email: string) => work(path, bodyFor(email, wrong))
    // The first call of a kind connects, and creates the dummy hash.
    await ask(uniqueEmail('first'))
    const unknown = await ask(uniqueEmail('nobody'))
    expect(await ask(person.email)).toEqual(unknown)
    const unconfirmed = await ask(waiting)
    expect(unconfirmed.face).toEqual(unknown.face)
    expect(unconfirmed.hashed).toBe(unknown.hashed)
    expect(unconfirmed.queued).toBe(unknown.queued)
    expect(unknown.hashed).toBe(/signup|token/.test(path) ? 1 : 0)
  },
)

test('resending the mail of an email change does not reveal whether one is pending', async () => {
  const ask = (email: string) => work('/resend', { email, type: 'email_change' })
  const person = await auth.person()
  await person.client.updateUser({ email: uniqueEmail('wanted') })
  await ask(uniqueEmail('first'))
  expect(await ask(person.email)).toEqual(await ask(uniqueEmail('nobody')))
})

test.each([true, false])(
  'an email change reveals to no one whether the new address has an account (both must agree: %s)',
  async (secureEmailChange) => {
    const person = await auth.person()
    const service = await startAuth({ on: auth, auth: { secureEmailChange } })
    try {
      const { data } = await service.client().signInWithPassword(person)
      const options = { method: 'PUT', token: data.session?.access_token ?? '', service }
      const change = (email: string) => work('/user', { email }, options)
      const taken = (await auth.person()).email
      const waiting = uniqueEmail('waiting')
      await auth.call('POST', '/signup', { body: { email: waiting, password: 'correct horse' } })
      await change(uniqueEmail('first'))

      const free = uniqueEmail('free')
      const unknown = await change(free)
      expect(unknown.face.status).toBe(200)
      expect(await change(taken)).toEqual(unknown)
      expect(await change(waiting)).toEqual(unknown)
      const shown = (email: string) =>
        service.call('PUT', '/user', {
          headers: { authorization: `Bearer ${options.token}` },
          body: { email },
        })
      for (const email of [free, taken]) {
        const { status, body } = await shown(email)
        expect([status, body.new_email, typeof body.email_change_sent_at]).toEqual([
          200,
          email,
          'string',
        ])
      }
      // The mails again, for every kind of caller.
      await work('/resend', { type: 'email_change', email: uniqueEmail('nobody') })
      const nobodys = await work('/resend', { type: 'email_change', email: uniqueEmail('nobody') })
      expect(await work('/resend', { type: 'email_change', email: person.email })).toMatchObject({
        face: nobodys.face,
        hashed: 0,
      })
    } finally {
      await service.close()
    }
  },
)

test('GET /user, which clients call on every page, runs one statement', async () => {
  const person = await auth.person()
  const headers = { authorization: `Bearer ${person.accessToken}` }
  await auth.call('GET', '/user', { headers })
  statements()
  expect((await auth.call('GET', '/user', { headers })).status).toBe(200)
  expect(statements()).toHaveLength(1)
})
