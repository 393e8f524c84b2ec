import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawAnswer, startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import { createHashQueue, createPasswordHashes, type HashQueue } from './password-hashes.ts'

/** More than two running and this many queued are refused. */
const WAITING = 6
const STORM = 40
const COMPARED = WAITING + 2

/** Every hash waits for this, so the test does not depend on speed. */
let released: Promise<void> = Promise.resolve()

let auth: TestAuth
beforeAll(async () => {
  const queue = createHashQueue(WAITING)
  const held: HashQueue = (work) =>
    queue(async () => {
      await released
      return await work()
    })
  auth = await startAuth({
    passwords: createPasswordHashes({ memoryCost: 64, timeCost: 1 }, held),
  })
})
afterAll(() => auth.close())

test('a burst of sign-ins is refused beyond the queue, and requests that need no hash do not wait', async () => {
  const person = await auth.person()
  const headers = { authorization: `Bearer ${person.accessToken}` }
  let release = () => {}
  released = new Promise((resolve) => (release = resolve))

  const refused: RawAnswer[] = []
  const storm = Array.from({ length: STORM }, (_, index) => {
    const email = index % 2 === 0 ? person.email : uniqueEmail('nobody')
    const body = { email, password: 'battery staple' }
    return auth.call('POST', '/token?grant_type=password', { body })
  })
  await new Promise<void>((resolve) => {
    for (const answer of storm)
      void answer.then((done) => {
        refused.push(done)
        if (refused.length === STORM - COMPARED) resolve()
      })
  })
  for (const { status, headers: told, body } of refused)
    expect([status, told.get('retry-after'), body.code]).toEqual([
      429,
      '2',
      'over_request_rate_limit',
    ])

  // Requests that need no hash are answered while the queue still waits.
  const others = Array.from({ length: 10 }, (_, index) =>
    auth.call('GET', index % 2 === 0 ? '/user' : '/settings', { headers }),
  )
  const refresh = auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: person.refreshToken },
  })
  for (const answer of await Promise.all([...others, refresh])) expect(answer.status).toBe(200)
  expect(refused).toHaveLength(STORM - COMPARED)

  release()
  const compared = (await Promise.all(storm)).filter((answer) => answer.status === 400)
  expect(compared).toHaveLength(COMPARED)
  const after = await auth.client().signInWithPassword(person)
  expect(after.error).toBeNull()
})
