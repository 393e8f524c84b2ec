import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import { HOSTILE_REDIRECTS } from '#tests/support/hostile-redirects.ts'

let auth: TestAuth
const site = 'https://cartwright.example'
beforeAll(async () => {
  auth = await startAuth({
    config: {
      publicUrl: site,
      google: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y' },
    },
    auth: { redirects: ['https://*.preview.example/back'] },
  })
})
afterAll(() => auth.close())

/** Characters that a header can carry unchanged. The rest is only sent in queries and bodies. */
const asHeader = HOSTILE_REDIRECTS.filter((url) => /^[\u0021-\u007e]+$/.test(url))
const query = (url: string) => `redirect_to=${encodeURIComponent(url)}`

/** The queue accepts this many concurrent hashes. */
const AT_ONCE = 32

/** Requests every address once, with many concurrent requests, in process. */
async function ask(urls: readonly string[], requestFor: (url: string) => InjectOptions) {
  const answers = []
  for (let begun = 0; begun < urls.length; begun += AT_ONCE) {
    const some = urls.slice(begun, begun + AT_ONCE)
    answers.push(...(await Promise.all(some.map((url) => auth.app.inject(requestFor(url))))))
  }
  return answers
}

/** The distinct targets of all these requests. */
async function landings(urls: readonly string[], requestFor: (url: string) => InjectOptions) {
  const answers = await ask(urls, requestFor)
  const origins = answers.map(
    ({ headers }) => new URL(headers.location ?? 'http://nowhere.invalid').origin,
  )
  return [...new Set(origins)]
}
const verify = '/auth/v1/verify?token=x&type=signup'

test('the list of hostile redirects has at least 60 distinct entries', () => {
  expect(new Set(HOSTILE_REDIRECTS).size).toBeGreaterThanOrEqual(60)
})

test('an invalid link redirects only to the site, whatever redirect_to it contains', async () => {
  const once = (url: string) => ({ url: `${verify}&${query(url)}` })
  expect(await landings(HOSTILE_REDIRECTS, once)).toEqual([site])
  const twice = (url: string) => ({ url: `${verify}&${query(`${site}/a`)}&${query(url)}` })
  expect(await landings(HOSTILE_REDIRECTS, twice)).toEqual([site])
  const form = (url: string): InjectOptions => ({
    method: 'POST',
    url: '/auth/v1/verify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: 'x', type: 'signup', redirect_to: url }).toString(),
  })
  expect(await landings(HOSTILE_REDIRECTS, form)).toEqual([site])
})

test('no redirect_to, referer, x-forwarded-host or host header redirects to another site', async () => {
  for (const name of ['redirect_to', 'referer', 'x-forwarded-host', 'host']) {
    const send = (url: string) => ({ url: verify, headers: { [name]: url } })
    expect(await landings(asHeader, send)).toEqual([site])
  }
})

test('a failed sign-in with Google redirects only to the site', async () => {
  const authorize = (url: string) => ({
    url: `/auth/v1/authorize?provider=google&${query(url)}`,
  })
  expect(await landings(HOSTILE_REDIRECTS, authorize)).toEqual([site])
  const callback = (url: string) => ({ url: `/auth/v1/callback?state=x&${query(url)}` })
  expect(await landings(HOSTILE_REDIRECTS, callback)).toEqual([site])
  const { rows } = await auth.pool.query('select distinct redirect_to from auth.flow_states')
  expect(rows).toEqual([{ redirect_to: `${site}/` }])
})

test.each(['/signup', '/otp', '/magiclink', '/recover', '/resend'])(
  'no mail from %s contains a redirect to another site',
  async (path) => {
    // Each account asks for one target, so that none waits for another's mail limit.
    const people = new Map(HOSTILE_REDIRECTS.map((url) => [url, uniqueEmail('mailed')]))
    await auth.pool.query(
      `insert into auth.users (email, password_hash, email_confirmed_at)
        select email, 'none', case when $2 then now() end from unnest($1::text[]) as email`,
      [[...people.values()], path !== '/signup' && path !== '/resend'],
    )
    const answers = await ask(HOSTILE_REDIRECTS, (url) => ({
      method: 'POST',
      url: `/auth/v1${path}?${query(url)}`,
      payload: {
        email: people.get(url),
        password: 'correct horse',
        type: 'signup',
        redirect_to: url,
      },
    }))
    expect([...new Set(answers.map((answer) => answer.statusCode))]).toEqual([200])
    const mails = await Promise.all([...people.values()].map((email) => auth.mailsTo(email)))
    const targets = mails.flat().map((mail) => mail.link.searchParams.get('redirect_to'))
    expect(targets).toHaveLength(HOSTILE_REDIRECTS.length)
    expect([...new Set(targets)]).toEqual([`${site}/`])
  },
)
