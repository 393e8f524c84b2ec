import { readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RouteKey, routes } from '#contract/api.ts'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { STEP_UP_CALLS } from '#contract/step-up.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'
import { refuseUnproven } from './fresh-proof.ts'

let auth: TestAuth
const proofSeconds = AUTH_SECONDS.freshProof
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))
beforeAll(async () => {
  auth = await startAuth({ auth: { proofSeconds } })
})
afterAll(() => auth.close())

/** A person who signed in five minutes ago. */
async function stalePerson() {
  at(0)
  const person = await auth.person()
  at(proofSeconds)
  return person
}
const proveAgain = async (person: TestPerson) => {
  const { status } = await auth.call('POST', '/reauthenticate', {
    headers: { authorization: `Bearer ${person.accessToken}` },
    body: { password: person.password },
  })
  expect(status).toBe(200)
}
const needed = { status: 403, code: 'proof_needed' }

test('exactly the step-up calls are refused without a fresh proof', async () => {
  const person = await stalePerson()
  const viewer = await auth.viewerOf(person.accessToken)
  if (viewer === null) throw new Error('signed out')
  const outcomes = async () => {
    const refused = new Set<RouteKey>()
    for (const key of Object.keys(routes) as RouteKey[]) {
      const refusal = await refuseUnproven(
        auth.pool,
        { proofSeconds },
        key,
        viewer,
        auth.now(),
      ).catch((error: { code: string }) => error.code)
      if (refusal === 'account.proof_needed') refused.add(key)
    }
    return refused
  }
  expect(await outcomes()).toEqual(STEP_UP_CALLS)
  await proveAgain(person)
  expect(await outcomes()).toEqual(new Set())
  at(proofSeconds * 2 - 1)
  expect(await outcomes()).toEqual(new Set())
  at(proofSeconds * 2)
  expect(await outcomes()).toEqual(STEP_UP_CALLS)
  // A session that ended meanwhile proves nothing.
  await proveAgain(person)
  await auth.pool.query('delete from auth.sessions where user_id = $1', [person.id])
  expect(await outcomes()).toEqual(STEP_UP_CALLS)
})

test('where payouts go, the export of all data and an operator’s acts on money need a fresh proof', () => {
  const named: RouteKey[] = [
    'payouts.onboard',
    'payouts.dashboard',
    'account.export',
    'operator.decide_dispute',
    'operator.confirm_proposal',
    'operator.set_role',
  ]
  for (const key of named) expect(STEP_UP_CALLS, key).toContain(key)
})

test('docs/auth.md lists every call that needs a fresh proof', () => {
  const page = readFileSync(new URL('../../../docs/auth.md', import.meta.url), 'utf8')
  for (const key of STEP_UP_CALLS) expect(page).toContain(`\`${key}\``)
})

test('a password change needs a fresh proof, the current password or a mailed code', async () => {
  const person = await stalePerson()
  const change = (password: string, proof: object = {}) =>
    person.client.updateUser({ password, ...proof })
  expect((await change('another horse')).error).toMatchObject(needed)
  expect((await change('another horse', { current_password: 'wrong horse' })).error?.code).toBe(
    'current_password_invalid',
  )
  expect((await change('another horse', { nonce: '000000' })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  const current = { current_password: person.password }
  expect((await change('another horse', current)).error).toBeNull()
  expect((await change('a third horse')).error).toMatchObject(needed)
  await person.client.reauthenticate()
  const code = (await auth.mailsTo(person.email)).find((mail) => mail.code !== '')?.code ?? ''
  expect((await change('a third horse', { nonce: code })).error).toBeNull()
  await proveAgain({ ...person, password: 'a third horse' })
  expect((await change('a fourth horse')).error).toBeNull()
})

test('an address change needs a fresh proof; a metadata change needs none', async () => {
  const person = await stalePerson()
  const email = 'elsewhere@example.com'
  expect((await person.client.updateUser({ email })).error).toMatchObject(needed)
  const withPassword = { email, current_password: person.password }
  expect((await person.client.updateUser(withPassword)).error).toMatchObject(needed)
  expect((await person.client.updateUser({ data: { colour: 'petrol' } })).error).toBeNull()
  await proveAgain(person)
  expect((await person.client.updateUser({ email })).error).toBeNull()
})

test('a second factor is added and removed after a fresh proof only', async () => {
  const person = await stalePerson()
  const { mfa } = person.client
  const enrol = () => mfa.enroll({ factorType: 'totp' })
  expect((await enrol()).error).toMatchObject(needed)
  await proveAgain(person)
  const { data, error } = await enrol()
  if (error) throw error
  const { id: factorId } = data
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  const pass = () =>
    mfa.challengeAndVerify({ factorId, code: totp.generate({ timestamp: auth.now().getTime() }) })
  expect((await pass()).error).toBeNull()
  at(proofSeconds * 3)
  expect((await mfa.unenroll({ factorId })).error).toMatchObject(needed)
  expect((await pass()).error).toBeNull()
  expect((await mfa.unenroll({ factorId })).error).toBeNull()
})
