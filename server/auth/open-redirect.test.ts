import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import { HOSTILE_REDIRECTS } from '#tests/support/hostile-redirects.ts'

/** Hundreds of requests: on a busy machine they take their time. */
const PATIENCE_MS = 60_000

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

/** All that can travel in a header as it is; the rest is only sent in queries and bodies. */
const asHeader = HOSTILE_REDIRECTS.filter((url) => /^[\u0021-\u007e]+$/.test(url))
const query = (url: string) => `redirect_to=${encodeURIComponent(url)}`

/** Sends every address one way and answers where each of them leads. */
async function landings(
  urls: readonly string[],
  send: (url: string) => Promise<string | null>,
): Promise<string[]> {
  const origins = []
  for (const url of urls)
    origins.push(new URL((await send(url)) ?? 'http://nowhere.invalid').origin)
  return [...new Set(origins)]
}
const located = async (answer: Promise<{ headers: Headers }>) =>
  (await answer).headers.get('location')

test('the corpus is as large as was promised', () => {
  expect(new Set(HOSTILE_REDIRECTS).size).toBeGreaterThanOrEqual(60)
})

test(
  'an old link leads to the site and nowhere else',
  async () => {
    const verify = (url: string) =>
      located(auth.call('GET', `/verify?token=x&type=signup&${query(url)}`))
    expect(await landings(HOSTILE_REDIRECTS, verify)).toEqual([site])
    const twice = (url: string) =>
      located(auth.call('GET', `/verify?token=x&type=signup&${query(`${site}/a`)}&${query(url)}`))
    expect(await landings(HOSTILE_REDIRECTS, twice)).toEqual([site])
    const form = async (url: string) => {
      const body = new URLSearchParams({ token: 'x', type: 'signup', redirect_to: url })
      const answer = await fetch(`${auth.url}/verify`, { method: 'POST', redirect: 'manual', body })
      return answer.headers.get('location')
    }
    expect(await landings(HOSTILE_REDIRECTS, form)).toEqual([site])
  },
  PATIENCE_MS,
)

test(
  'neither a header nor where somebody came from leads away',
  async () => {
    for (const name of ['redirect_to', 'referer', 'x-forwarded-host', 'host']) {
      const send = (url: string) =>
        auth.app
          .inject({ url: '/auth/v1/verify?token=x&type=signup', headers: { [name]: url } })
          .then((answer) => answer.headers.location ?? null)
      expect(await landings(asHeader, send)).toEqual([site])
    }
  },
  PATIENCE_MS,
)

test(
  'a sign-in with Google that fails leads to the site',
  async () => {
    const authorize = (url: string) =>
      located(auth.call('GET', `/authorize?provider=google&${query(url)}`))
    expect(await landings(HOSTILE_REDIRECTS, authorize)).toEqual([site])
    const callback = (url: string) => located(auth.call('GET', `/callback?state=x&${query(url)}`))
    expect(await landings(HOSTILE_REDIRECTS, callback)).toEqual([site])
    const { rows } = await auth.pool.query('select distinct redirect_to from auth.flow_states')
    expect(rows).toEqual([{ redirect_to: `${site}/` }])
  },
  PATIENCE_MS,
)

test.each(['/signup', '/otp', '/magiclink', '/recover', '/resend'])(
  'no mail of %s carries an address of a stranger',
  async (path) => {
    const email = uniqueEmail('mailed')
    await auth.call('POST', '/signup', { body: { email, password: 'correct horse' } })
    for (const url of HOSTILE_REDIRECTS) {
      const body = { email, password: 'correct horse', type: 'signup', redirect_to: url }
      const answer = await auth.call('POST', `${path}?${query(url)}`, { body })
      expect(answer.status).toBe(200)
    }
    const targets = (await auth.mailsTo(email)).map((mail) =>
      mail.link.searchParams.get('redirect_to'),
    )
    expect(targets.length).toBeGreaterThanOrEqual(60)
    expect([...new Set(targets)]).toEqual([`${site}/`])
  },
  PATIENCE_MS,
)
