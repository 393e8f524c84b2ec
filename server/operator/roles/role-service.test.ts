import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OperatorRole } from '#contract/operator-roles.ts'
import { chainVerdict, inSnapshot } from '#server/operator/acts/act-chain.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { giveRoleByCommand } from './role-service.ts'

let api: TestApi
/** Both are configured. */
let ana: BuiltUser
let ben: BuiltUser
let emails: string[]
beforeEach(async () => {
  emails = []
  api = await startApi({ config: { operatorEmails: emails } })
  ana = await buildSeller(api.pool, 'Ana Abel')
  ben = await buildSeller(api.pool, 'Ben Bauer')
  emails.push(ana.email, ben.email)
})
afterEach(() => api.close())

const give = (as: BuiltUser, to: BuiltUser, role: OperatorRole) =>
  api.call(as, 'operator.set_role', {
    params: { id: to.id },
    body: { role, reason: 'We agreed on it.' },
  })
const refusal = (code: string, status = 409) => ({ status, body: { code } })

async function roles(as = ana) {
  const { body } = await api.call(as, 'operator.operators')
  return Object.fromEntries(body.rows.map(({ name, role }) => [name, role]))
}

test('until the first role is given all operators are owners; they stay so, and later ones are read-only', async () => {
  expect(await roles()).toEqual({ 'Ana Abel': 'owner', 'Ben Bauer': 'owner' })
  expect((await give(ana, ben, 'support')).body).toMatchObject({ changed: true })
  expect(await roles()).toEqual({ 'Ana Abel': 'owner', 'Ben Bauer': 'support' })
  const late = await buildSeller(api.pool, 'Cem Celik')
  emails.push(late.email)
  expect((await api.call(late, 'operator.overview')).body.role).toBe('read_only')
  expect(await give(late, late, 'owner')).toMatchObject(refusal('operator.role_missing', 403))
})

test('a given role is recorded with its reason, in the chain; giving it again changes nothing', async () => {
  await give(ana, ben, 'finance')
  expect((await give(ana, ben, 'finance')).body).toMatchObject({ changed: false })
  const { body } = await api.call(ben, 'operator.activity', { query: {} })
  expect(body.rows).toMatchObject([
    {
      act: 'make_finance',
      subject_id: ben.id,
      subject_name: 'Ben Bauer',
      actor_name: 'Ana Abel',
      reason: 'We agreed on it.',
    },
  ])
  expect(body.rows).toHaveLength(1)
  expect(await inSnapshot(api.pool, (tx) => chainVerdict(tx))).toMatchObject({ holds: true })
})

test('only owners give roles, and a revoked role stops working at the next call', async () => {
  await give(ana, ben, 'finance')
  for (const role of ['owner', 'support'] as const)
    expect(await give(ben, ben, role)).toMatchObject(refusal('operator.role_missing', 403))
  await give(ana, ben, 'owner')
  expect((await give(ben, ana, 'read_only')).status).toBe(200)
  expect(await give(ana, ana, 'owner')).toMatchObject(refusal('operator.role_missing', 403))
})

test('the only owner cannot be demoted, by a call or by the command', async () => {
  await give(ana, ben, 'support')
  expect(await give(ana, ana, 'finance')).toMatchObject(refusal('operator.last_owner'))
  const now = new Date()
  await expect(
    giveRoleByCommand(api.deps.pool, emails, { email: ana.email, role: 'finance', now }),
  ).rejects.toMatchObject({ code: 'operator.last_owner' })
  expect(await roles()).toEqual({ 'Ana Abel': 'owner', 'Ben Bauer': 'support' })
})

test('an owner no longer listed in the configuration does not count as a remaining owner', async () => {
  await give(ana, ben, 'owner')
  emails.pop()
  expect(await give(ana, ana, 'support')).toMatchObject(refusal('operator.last_owner'))
})

test('two owners demoting each other concurrently leave exactly one owner', async () => {
  for (let round = 0; round < 10; round += 1) {
    const replies = await Promise.all([give(ana, ben, 'support'), give(ben, ana, 'support')])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 403]))
    const left = Object.entries(await roles()).filter(([, role]) => role === 'owner')
    expect(left).toHaveLength(1)
    const now = new Date()
    for (const { email } of [ana, ben])
      await giveRoleByCommand(api.deps.pool, emails, { email, role: 'owner', now })
  }
})

test('only someone whom the configuration names gets a role', async () => {
  const stranger = await buildSeller(api.pool)
  expect(await give(ana, stranger, 'owner')).toMatchObject(refusal('request.not_found', 404))
  const given = { email: stranger.email, role: 'owner', now: new Date() } as const
  await expect(giveRoleByCommand(api.deps.pool, emails, given)).rejects.toMatchObject({
    code: 'request.not_found',
  })
})

test('the command gives the first role, and restores an owner if there is none', async () => {
  const now = new Date()
  const command = (email: string, role: OperatorRole) =>
    giveRoleByCommand(api.deps.pool, emails, { email, role, now })
  expect(await command(ben.email.toUpperCase(), 'support')).toMatchObject({ changed: true })
  expect(await roles()).toEqual({ 'Ana Abel': 'owner', 'Ben Bauer': 'support' })
  emails.shift()
  expect(await roles(ben)).toEqual({ 'Ben Bauer': 'support' })
  await command(ben.email, 'owner')
  expect(await roles(ben)).toEqual({ 'Ben Bauer': 'owner' })
})
