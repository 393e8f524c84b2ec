import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth({
    config: { authTestLimits: false, trustedProxies: 1 },
    auth: { mailInterval: 0, mailsPerNetwork: 1_000_000 },
  })
})
afterAll(() => auth.close())

const signIn = (person: TestPerson, { cookie, ip }: { cookie?: string; ip: string }) =>
  auth.call('POST', '/token?grant_type=password', {
    body: { email: person.email, password: person.password },
    headers: { 'x-forwarded-for': ip, ...(cookie === undefined ? {} : { cookie }) },
  })
const nameOf = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().find((one) => /browser=/.test(one)) ?? ''
const marksOf = async (person: TestPerson, kind: string) =>
  (
    await rows<{ mark: Buffer }>(
      auth.pool,
      sql`select mark from account_marks where profile_id = ${person.id} and kind = ${kind}`,
    )
  ).map(({ mark }) => mark.toString('hex'))

test('two accounts that sign in from one browser share its device mark; another browser has a different one', async () => {
  const [one, two, elsewhere] = [await auth.person(), await auth.person(), await auth.person()]
  const first = await signIn(one, { ip: '127.0.0.1' })
  expect(nameOf(first)).toMatch(/Path=\/auth\/v1.*HttpOnly.*SameSite=Strict/)
  const cookie = nameOf(first).split(';')[0] ?? ''
  const second = await signIn(two, { ip: '127.0.0.1', cookie })
  expect(nameOf(second).split(';')[0]).toBe(cookie)
  await signIn(elsewhere, { ip: '127.0.0.1' })
  const [ones, twos, others] = await Promise.all(
    [one, two, elsewhere].map((person) => marksOf(person, 'device')),
  )
  const shared = ones?.filter((mark) => twos?.includes(mark))
  expect(shared).toHaveLength(1)
  expect(others?.filter((mark) => ones?.includes(mark))).toEqual([])
})

test('the network is stored as a hash, and not at all for a loopback address', async () => {
  const person = await auth.person()
  await signIn(person, { ip: '127.0.0.1' })
  expect(await marksOf(person, 'address')).toEqual([])
  await signIn(person, { ip: '203.0.113.77' })
  const [mark, ...more] = await marksOf(person, 'address')
  expect(more).toEqual([])
  expect(mark).toMatch(/^[0-9a-f]{32}$/)
  await signIn(person, { ip: '203.0.113.77' })
  expect(await marksOf(person, 'address')).toEqual([mark])
})

test('a malformed browser cookie is replaced with a new one', async () => {
  const person = await auth.person()
  const answer = await signIn(person, { ip: '127.0.0.1', cookie: 'browser=short' })
  expect(nameOf(answer)).toMatch(/browser=[\w-]{22};/)
})
