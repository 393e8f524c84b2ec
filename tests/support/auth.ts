import { AuthClient, type SupportedStorage } from '@supabase/auth-js'
import type { FastifyInstance } from 'fastify'
import { freePort } from '#scripts/ports.ts'
import { createAuthContext } from '#server/auth/service/auth-context.ts'
import { authRoutes } from '#server/auth/auth-routes.ts'
import {
  createPasswordHashes,
  type PasswordHashes,
} from '#server/auth/passwords/password-hashes.ts'
import { type Authenticator, createAuthenticator } from '#server/auth/sessions/viewer.ts'
import type { AuthConfig } from '#server/config/auth-config.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createLog, type Log } from '#server/logging/log.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'
import { createMailSeal } from '#server/mail/sealed-mail.ts'
import { watchAuthAnswers } from './auth-answers.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** The official client. */
type Client = InstanceType<typeof AuthClient>

/** A mail waiting to be sent, with what a reader would take from it. */
export type QueuedMail = RenderedMail & { link: URL; token: string; code: string }

/** The auth service listening on its own port, on its own database. */
export interface TestAuth {
  /** Its base address, as given to a client. */
  url: string
  siteUrl: string
  app: FastifyInstance
  log: Log
  /** How many passwords have been hashed or compared so far. */
  hashed(): number
  database: FreshDatabase
  /** Connected as the owner, for what a test sets up outside the service, whose pool uses the serving role. */
  pool: Pool
  /** The service's own. */
  serving: Pool
  config: Config
  viewerOf: Authenticator['viewerOf']
  /** A token for the operator's calls. */
  serviceToken(): Promise<string>
  /** Sets the time every rule sees; null returns to the real one. */
  setNow(now: Date | null): void
  now(): Date
  /** A new browser: the official client with storage of its own. */
  client(flowType?: 'pkce' | 'implicit'): Client
  /** The cookies a browser would have after this client's calls. */
  cookiesOf(client: Client): Map<string, string>
  /** A plain request with the version header, as the client sends it, unless `headers` say otherwise. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<RawAnswer>
  /** The mails to an address that are waiting to be sent, newest first. */
  mailsTo(email: string): Promise<QueuedMail[]>
  /** Signs up and confirms by the mailed link; returns a signed-in client. */
  person(data?: {
    email?: string
    password?: string
    name?: string
    role?: string
  }): Promise<TestPerson>
  /** Throws when any response differed from what the contract promises (contract/auth-answer-schemas.ts). */
  close(): Promise<void>
}

export interface RawAnswer {
  status: number
  headers: Headers
  // Whatever the service said; tests look into it freely.
  // oxlint-disable-next-line typescript/no-explicit-any -- the point is to compare what really came
  body: any
}

export interface TestPerson {
  id: string
  email: string
  password: string
  client: Client
  accessToken: string
  refreshToken: string
}

let counter = 0
export const uniqueEmail = (name = 'maya') =>
  `${name}.${Date.now().toString(36)}.${(counter += 1)}@example.com`

/** Starts it; limits are off unless `config.authTestLimits` is false. Call `close` when done. */
export async function startAuth(
  options: {
    config?: Partial<Config>
    auth?: Partial<AuthConfig>
    usualCost?: boolean
    /** Uses the database of another service; it is dropped with that service. */
    on?: TestAuth
    /** Used in place of the cheap ones, which are counted. */
    passwords?: PasswordHashes
    log?: Log
  } = {},
): Promise<TestAuth> {
  const database = options.on?.database ?? (await freshDatabase())
  const log = options.log ?? createLog('silent')
  const serving = createPool(database.servingUrl, 20)
  const pool = createPool(database.url, 20)
  let fixed: Date | null = null
  const clock = () => fixed ?? new Date()
  const read = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.servingUrl,
    AUTH_TEST_LIMITS: '1',
  })
  const config: Config = { ...read, ...options.config, auth: { ...read.auth, ...options.auth } }
  const app = createHttpApp(log, config.trustedProxies)
  let hashed = 0
  const passwords = options.passwords ?? countingHashes(() => (hashed += 1))
  const wrongs = watchAuthAnswers(app, config.auth.basePath)
  // The address is known only once the service listens, but the service reads its configuration while it is created.
  const port = await freePort()
  config.publicUrl = options.config?.publicUrl ?? `http://127.0.0.1:${port}`
  await app.register(authRoutes, {
    config,
    pool: serving,
    log,
    clock,
    ...(options.usualCost === true ? {} : { passwords }),
  })
  await app.listen({ host: '127.0.0.1', port })
  const url = `http://127.0.0.1:${port}${config.auth.basePath}`
  const { viewerOf } = createAuthenticator({ config, pool: serving, clock })

  const seal = createMailSeal(config.keys)
  const jars = new WeakMap<Client, Map<string, string>>()

  const self: TestAuth = {
    url,
    siteUrl: config.publicUrl,
    app,
    log,
    hashed: () => hashed,
    database,
    pool,
    serving,
    config,
    viewerOf,
    async serviceToken() {
      const context = createAuthContext({ config, pool: serving, log, clock })
      return context.accessTokens.signService(clock(), 3_600)
    },
    setNow(now) {
      fixed = now
    },
    now: clock,
    client(flowType = 'pkce') {
      const cookies = new Map<string, string>()
      const client = new AuthClient({
        url: self.url,
        flowType,
        storage: memoryStorage(),
        autoRefreshToken: false,
        detectSessionInUrl: false,
        // As a browser does on the product's own origin.
        async fetch(url, init) {
          const headers = new Headers(init?.headers)
          if (cookies.size > 0)
            headers.set('cookie', Array.from(cookies, (pair) => pair.join('=')).join('; '))
          const answer = await fetch(url, { ...init, headers })
          for (const cookie of answer.headers.getSetCookie()) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
            cookies.set(name, value)
          }
          return answer
        },
      })
      jars.set(client, cookies)
      return client
    },
    cookiesOf: (client) => jars.get(client) ?? new Map<string, string>(),
    async call(method, path, { body, headers = {} } = {}) {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          'x-supabase-api-version': '2024-01-01',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') === true
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : text,
      }
    },
    async mailsTo(email) {
      const { rows } = await pool.query<{ sealed: string }>(
        `select payload ->> 'sealed' as sealed from graphile_worker._private_jobs
          where payload ->> 'to' = $1 order by id desc`,
        [email],
      )
      return rows.map(({ sealed }) => withLink(seal.open(sealed)))
    },
    async person({
      email = uniqueEmail(),
      password = 'correct horse',
      name = 'Maya Okafor',
      role = 'creator',
    } = {}) {
      const client = self.client()
      const signedUp = await client.signUp({ email, password, options: { data: { name, role } } })
      if (signedUp.error) throw signedUp.error
      const mail = (await self.mailsTo(email))[0]
      if (mail === undefined) throw new Error('no mail was queued')
      const verified = await client.verifyOtp({ type: 'signup', token_hash: mail.token })
      if (verified.error) throw verified.error
      const session = verified.data.session
      if (session === null) throw new Error('no session came of the confirmation')
      const { access_token: accessToken, refresh_token: refreshToken } = session
      return { id: session.user.id, email, password, client, accessToken, refreshToken }
    },
    async close() {
      await app.close()
      await serving.end()
      await pool.end()
      if (options.on === undefined) await database.drop()
      if (wrongs.length > 0)
        throw new Error(`The contract promises other answers:\n${wrongs.slice(0, 5).join('\n')}`)
    },
  }
  return self
}

/** Hashes as the product does, but cheaply, and counts the hashes. */
function countingHashes(count: () => void): PasswordHashes {
  const hashes = createPasswordHashes({ memoryCost: 64, timeCost: 1 })
  return {
    hash(password) {
      count()
      return hashes.hash(password)
    },
    matches(stored, password) {
      count()
      return hashes.matches(stored, password)
    },
  }
}

function withLink(mail: RenderedMail): QueuedMail {
  const found = /https?:\S+\/verify\?\S+/.exec(mail.text)?.[0]
  const link = new URL(found ?? 'http://none.invalid')
  const code = /enter (\d{6})/.exec(mail.text)?.[1] ?? ''
  return { ...mail, link, token: link.searchParams.get('token') ?? '', code }
}

function memoryStorage(): SupportedStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
