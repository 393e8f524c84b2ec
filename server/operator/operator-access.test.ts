import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routePath } from '#contract/api.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createRoutes } from '#server/http/routes.ts'
import { startAuth, type TestAuth, type TestPerson, uniqueEmail } from '#tests/support/auth.ts'
import { operatorStanding } from './operator-access.ts'

const LISTED = uniqueEmail('olive')
const ALSO_LISTED = uniqueEmail('opal')

let auth: TestAuth
let app: FastifyInstance

beforeAll(async () => {
  auth = await startAuth()
  app = createHttpApp(auth.log, 0)
  const routes = createRoutes(app, {
    authenticate: auth.viewerOf,
    clock: () => auth.now(),
    operatorStanding: (viewer) => operatorStanding(viewer, [LISTED, ALSO_LISTED]),
    operatorMay: async () => true,
  })
  routes.operators('operator.activity', async () => ({ rows: [], next: null }))
})
afterAll(async () => {
  await app.close()
  await auth.close()
})

/** The console's response to a person right now. */
async function consoleFor(person: TestPerson | null) {
  const session = (await person?.client.getSession())?.data.session
  const answer = await app.inject({
    url: routePath('operator.activity'),
    headers: session ? { authorization: `Bearer ${session.access_token}` } : {},
  })
  return { status: answer.statusCode, body: answer.json() as { code?: string } }
}

/** Activates an authenticator app and raises the session with it. */
async function proveTwice(person: TestPerson): Promise<string> {
  const { data, error } = await person.client.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate({
    timestamp: auth.now().getTime(),
  })
  const { error: refused } = await person.client.mfa.challengeAndVerify({ factorId: data.id, code })
  if (refused) throw refused
  return data.id
}

const HIDDEN = { status: 404, body: { code: 'request.not_found' } }

let operator: TestPerson
let factorId: string
beforeAll(async () => {
  operator = await auth.person({ email: LISTED, role: 'seller' })
})

test('the console is a 404 for anyone the configuration does not list', async () => {
  expect(await consoleFor(null)).toMatchObject(HIDDEN)
  const stranger = await auth.person({ role: 'seller' })
  expect(await consoleFor(stranger)).toMatchObject(HIDDEN)
  await proveTwice(stranger)
  expect(await consoleFor(stranger)).toMatchObject(HIDDEN)
})

test('an operator with a password alone is asked to set up a second factor', async () => {
  expect(await consoleFor(operator)).toMatchObject({
    status: 403,
    body: { code: 'operator.second_factor_required' },
  })
})

test('an operator with a second factor is admitted', async () => {
  factorId = await proveTwice(operator)
  expect(await consoleFor(operator)).toEqual({ status: 200, body: { rows: [], next: null } })
})

test('an operator whose address is no longer confirmed loses access', async () => {
  const set = (to: string) =>
    auth.pool.query(`update auth.users set email_confirmed_at = ${to} where id = $1`, [operator.id])
  await set('null')
  expect(await consoleFor(operator)).toMatchObject(HIDDEN)
  await set('now()')
  expect((await consoleFor(operator)).status).toBe(200)
})

test('requesting a change to an operator’s address gives no access', async () => {
  const climber = await auth.person({ role: 'seller' })
  await proveTwice(climber)
  await climber.client.updateUser({ email: ALSO_LISTED, data: { email: ALSO_LISTED } })
  await climber.client.refreshSession()
  expect(await consoleFor(climber)).toMatchObject(HIDDEN)
})

test('a banned operator is refused', async () => {
  const ban = (until: string) =>
    auth.pool.query('update auth.users set banned_until = $2 where id = $1', [operator.id, until])
  await ban('infinity')
  expect(await consoleFor(operator)).toMatchObject(HIDDEN)
  await ban('2020-01-01')
  expect((await consoleFor(operator)).status).toBe(200)
})

test('removing the second factor closes the console, in the open session too', async () => {
  const { error } = await operator.client.mfa.unenroll({ factorId })
  expect(error).toBeNull()
  expect((await consoleFor(operator)).status).toBe(403)
  await proveTwice(operator)
  expect((await consoleFor(operator)).status).toBe(200)
})

test('an operator whose address was changed loses access, even with a token that still contains the old one', async () => {
  await auth.pool.query('update auth.users set email = $2 where id = $1', [
    operator.id,
    uniqueEmail('elsewhere'),
  ])
  expect(await consoleFor(operator)).toMatchObject(HIDDEN)
})

test('addresses are compared case-insensitively, and never in part', () => {
  const at = (email: string) => operatorStanding({ email, aal: 'aal2' }, ['olive@example.com'])
  expect(at('Olive@Example.com')).toBe('operator')
  for (const other of ['', 'olive@example.co', 'clive.olive@example.com', 'olive@example.com.evil'])
    expect(at(other)).toBe('none')
  expect(operatorStanding({ email: 'olive@example.com', aal: 'aal2' }, [])).toBe('none')
})
