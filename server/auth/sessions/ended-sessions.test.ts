import { setTimeout as pause } from 'node:timers/promises'
import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { listenForNews, type OpenLine } from '#server/realtime/news-line.ts'
import { startAuth, type TestAuth, type TestPerson, uniqueEmail } from '#tests/support/auth.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { createAuthenticator } from './viewer.ts'

/** What AUTH §6 allows between the end of a session and its refusal everywhere. */
const PROMISED_MS = 1_000
const PATIENCE_MS = 12_000

let auth: TestAuth
let first: Process
let second: Process
beforeAll(async () => {
  auth = await startAuth()
  ;[first, second] = await Promise.all([startProcess(), startProcess()])
})
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()])
  await auth.close()
})

type Process = Awaited<ReturnType<typeof startProcess>>

/** Another process's authenticator: it has its own cache and receives published changes. */
async function startProcess({ deaf = false } = {}) {
  const pool = createPool(auth.database.url, 2)
  const statements = watchStatements(pool)
  const { viewerOf, pageViewer, access } = createAuthenticator({
    config: auth.config,
    pool,
    clock: () => new Date(),
  })
  let line = { close: () => Promise.resolve() }
  let open: OpenLine | null = null
  const announced: string[] = []
  await new Promise<void>((resolve) => {
    line = listenForNews(
      auth.database.url,
      {
        heard(news) {
          for (const one of news) {
            if (one.kind !== 'access' || deaf) continue
            announced.push(...one.people)
            access.changed(one.people)
          }
        },
        listening(standing) {
          open = standing
          access.hear(standing)
          resolve()
        },
      },
      auth.log,
    )
  })
  return {
    viewerOf,
    pageViewer,
    access,
    open: () => open,
    /** The people whose access was announced to it so far. */
    announced,
    /** The statements a request with this token runs. */
    async asks(token: string) {
      statements()
      await viewerOf(token)
      return statements().length
    },
    async stop() {
      await line.close()
      await pool.end()
    },
  }
}

/** Resolves when the process accepts this token without a query. */
async function known(process: Process, token: string): Promise<void> {
  await process.viewerOf(token)
  await expect.poll(() => process.asks(token), { interval: 10 }).toBe(0)
}

/** Returns how long after `since` the process still accepted the token: the arrival of the last such request, in ms. */
async function lingered(process: Process, token: string, since: number): Promise<number> {
  let last = since
  for (;;) {
    const asked = performance.now()
    if ((await process.viewerOf(token)) === null) return last - since
    last = asked
    if (last - since > PATIENCE_MS) return last - since
    await pause(5)
  }
}

async function signIn({ email, password }: TestPerson) {
  const client = auth.client()
  const { data, error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return { client, token: data.session.access_token, cookie: pageCookieOf(client) }
}

/** The page cookie of a browser, as its requests carry it. */
const pageCookieOf = (client: Client) => ({
  headers: { cookie: `page-session=${auth.cookiesOf(client).get('page-session')}` },
})

const asAdmin = async (method: string, person: TestPerson, body: unknown) => {
  const headers = { authorization: `Bearer ${await auth.serviceToken()}` }
  const answer = await auth.call(method, `/admin/users/${person.id}`, { body, headers })
  expect(answer.status).toBe(200)
}
type Client = TestPerson['client']
const noError = async (call: Promise<{ error: unknown }>) => expect((await call).error).toBeNull()

const ends: [string, (person: TestPerson, client: Client) => Promise<unknown>][] = [
  ['signing out here', (_, client) => noError(client.signOut({ scope: 'local' }))],
  ['signing out everywhere', ({ client }) => noError(client.signOut({ scope: 'global' }))],
  ['signing out the others', ({ client }) => noError(client.signOut({ scope: 'others' }))],
  ['a new password', ({ client }) => noError(client.updateUser({ password: 'another horse' }))],
  ['a ban', (person) => asAdmin('PUT', person, { ban_duration: '1h' })],
  ['deletion', (person) => asAdmin('DELETE', person, {})],
  [
    'a deletion that keeps the row',
    (person) => asAdmin('DELETE', person, { should_soft_delete: true }),
  ],
  ['an authenticator app', ({ client }) => addFactor(client)],
  [
    'another session that ended this one',
    ({ id }) => auth.pool.query('delete from auth.sessions where user_id = $1', [id]),
  ],
  [
    'an end that was brought forward',
    ({ id }) =>
      auth.pool.query('update auth.sessions set not_after = now() where user_id = $1', [id]),
  ],
]

async function addFactor(client: Client): Promise<void> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  await noError(client.mfa.challengeAndVerify({ factorId: data.id, code }))
}

test.each(ends)(
  '%s is noticed within a second by every process that cached the session',
  async (_, end) => {
    const person = await auth.person()
    const { client, token, cookie } = await signIn(person)
    await Promise.all([known(first, token), known(second, token)])
    expect(await second.pageViewer(cookie)).toMatchObject({ id: person.id })
    await end(person, client)
    const ended = performance.now()
    const times = await Promise.all([lingered(first, token, ended), lingered(second, token, ended)])
    for (const time of times) expect(time).toBeLessThan(PROMISED_MS)
    // From the same moment on, no page is rendered for the person.
    for (const one of [first, second]) expect(await one.pageViewer(cookie)).toBeNull()
  },
)

test('a surviving session is cached again after an announcement about its user', async () => {
  const person = await auth.person()
  const { client } = await signIn(person)
  await known(second, person.accessToken)
  await noError(client.signOut({ scope: 'local' }))
  await known(second, person.accessToken)
})

test('signing in and refreshing, which are frequent, publish no announcement', async () => {
  const person = await auth.person()
  await second.open()?.caughtUp()
  second.announced.length = 0
  await signIn(person)
  await noError(person.client.refreshSession())
  await second.open()?.caughtUp()
  expect(second.announced).not.toContain(person.id)
  await noError(person.client.signOut({ scope: 'local' }))
  await second.open()?.caughtUp()
  expect(second.announced).toContain(person.id)
})

test('a changed name, address, role or second factor is seen as soon as its announcement arrives', async () => {
  const person = await auth.person()
  await known(second, person.accessToken)
  const email = uniqueEmail('moved')
  await auth.pool.query(`update profiles set name = 'Maya Moved', role = 'seller' where id = $1`, [
    person.id,
  ])
  await auth.pool.query('update auth.users set email = $2 where id = $1', [person.id, email])
  await auth.pool.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [person.id])
  await second.open()?.caughtUp()
  expect(await second.viewerOf(person.accessToken)).toMatchObject({
    aal: 'aal2',
    name: 'Maya Moved',
    role: 'seller',
    email,
  })
})

test('if announcements are lost, an ended session is accepted for less than a second', async () => {
  const deaf = await startProcess({ deaf: true })
  try {
    const person = await auth.person()
    // The connection is up but its notifications are lost. From now on its responses are lost, too.
    await known(deaf, person.accessToken)
    const open = deaf.open()
    let silent = false
    deaf.access.hear({
      caughtUp: () => (silent ? new Promise(() => {}) : (open?.caughtUp() ?? Promise.reject())),
    })
    await known(deaf, person.accessToken)
    silent = true
    const since = performance.now()
    await auth.pool.query('delete from auth.sessions where user_id = $1', [person.id])
    expect(await lingered(deaf, person.accessToken, since)).toBeLessThan(PROMISED_MS)
  } finally {
    await deaf.stop()
  }
})

test('when the announcement connection breaks, sessions are read from the database until it is restored', async () => {
  const own = await startProcess()
  try {
    const [leaving, staying] = [await auth.person(), await auth.person()]
    await known(own, leaving.accessToken)
    await known(own, staying.accessToken)
    const before = own.open()
    await auth.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'cartwright line %' and pid <> pg_backend_pid()`,
    )
    await auth.pool.query('delete from auth.sessions where user_id = $1', [leaving.id])
    const since = performance.now()
    expect(await lingered(own, leaving.accessToken, since)).toBeLessThan(PROMISED_MS)
    await expect.poll(() => own.open() !== before).toBe(true)
    await known(own, staying.accessToken)
    expect(await own.viewerOf(leaving.accessToken)).toBeNull()
  } finally {
    await own.stop()
  }
})
