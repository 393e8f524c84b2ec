import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawAnswer, startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import { createPasswordHashes } from './password-hashes.ts'

/** More than two at work and this many in the queue are refused. */
const WAITING = 6
const STORM = 40

let auth: TestAuth
beforeAll(async () => {
  // As heavy as in production, in one pass: what comes in while one hash is made must outnumber the queue.
  const passwords = createPasswordHashes({ memoryCost: 19_456, timeCost: 1 }, WAITING)
  auth = await startAuth({ passwords })
})
afterAll(() => auth.close())

test('a storm of sign-ins is refused beyond the queue, and nobody else waits for it', async () => {
  const person = await auth.person()
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const order: string[] = []
  const noted = (name: string, answer: Promise<RawAnswer>) =>
    answer.then((done) => {
      order.push(name)
      return done
    })
  const storm = Array.from({ length: STORM }, (_, index) => {
    const email = index % 2 === 0 ? person.email : uniqueEmail('nobody')
    const body = { email, password: 'battery staple' }
    return noted('sign-in', auth.call('POST', '/token?grant_type=password', { body }))
  })
  const others = Array.from({ length: 10 }, (_, index) =>
    noted('other', auth.call('GET', index % 2 === 0 ? '/user' : '/settings', { headers })),
  )
  const refresh = noted(
    'other',
    auth.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: person.refreshToken },
    }),
  )
  const answers = await Promise.all(storm)
  for (const answer of await Promise.all([...others, refresh])) expect(answer.status).toBe(200)

  const refused = answers.filter((answer) => answer.status === 429)
  const compared = answers.filter((answer) => answer.status === 400)
  expect(refused.length + compared.length).toBe(STORM)
  expect(compared.length).toBeGreaterThanOrEqual(WAITING + 2)
  expect(refused.length).toBeGreaterThanOrEqual(STORM / 3)
  for (const { headers: told, body } of refused)
    expect([told.get('retry-after'), body.code]).toEqual(['2', 'over_request_rate_limit'])
  // Whoever asked for no hash was answered while the storm was still being worked off.
  expect(order.lastIndexOf('other')).toBeLessThan(order.lastIndexOf('sign-in'))

  const after = await auth.client().signInWithPassword(person)
  expect(after.error).toBeNull()
})
