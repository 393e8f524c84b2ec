import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import { findPeople } from './people-store.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const statesOf = async (state?: 'unconfirmed' | 'active') => {
  const found = await findPeople(auth.pool, { state, now: auth.now() })
  return Object.fromEntries(found.map((person) => [person.email, person.state]))
}

test('people without a confirmed address are listed and marked, however they arrived', async () => {
  const body = (email: string) => ({ email, password: 'sturdy-oak-cart-42' })
  const headers = { authorization: `Bearer ${await auth.serviceToken()}` }
  const arrivals = [
    auth.call('POST', '/signup', { body: body('signed-up@example.com') }),
    auth.call('POST', '/otp', { body: { email: 'asked-for-a-link@example.com' } }),
    auth.call('POST', '/invite', { body: { email: 'invited@example.com' }, headers }),
    auth.call('POST', '/admin/users', { body: body('made@example.com'), headers }),
  ]
  for (const { status } of await Promise.all(arrivals)) expect(status).toBe(200)
  await auth.person({ email: 'confirmed@example.com' })

  const waiting = {
    'signed-up@example.com': 'unconfirmed',
    'asked-for-a-link@example.com': 'unconfirmed',
    'invited@example.com': 'unconfirmed',
    'made@example.com': 'unconfirmed',
  }
  expect(await statesOf()).toEqual({ ...waiting, 'confirmed@example.com': 'active' })
  expect(await statesOf('unconfirmed')).toEqual(waiting)
  expect(await statesOf('active')).toEqual({ 'confirmed@example.com': 'active' })
})
