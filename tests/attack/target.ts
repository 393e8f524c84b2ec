import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RouteKey, routeParts, routePath } from '#contract/api.ts'
import { freePort } from '#scripts/ports.ts'
import type { OperatorRole } from '#contract/operator-roles.ts'
import { createServer } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { type AccessWorld, type Actor, buildAccessWorld } from '#tests/access/access-world.ts'
import { OPERATOR_EMAIL } from '#tests/support/builders.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { answerComplaint } from '#tests/fuzz/answer-budget.ts'
import { signInAll } from '#tests/support/processes.ts'
import { routesOf, type TableRoute } from '#tests/support/route-table.ts'
import { type Stack, startStack } from '#tests/support/servers.ts'

/** The key that signs links to private files. */
export const FILE_LINK_SECRET = 'kept-for-one-run-only'

/** The addresses of an operator for each role. None has an account until one is created. */
export const OPERATORS_BY_ROLE: Readonly<Record<OperatorRole, string>> = {
  owner: 'owner.role@cartwright.example',
  finance: 'finance.role@cartwright.example',
  support: 'support.role@cartwright.example',
  read_only: 'reader.role@cartwright.example',
}

/** A response, read to its end. */
export interface Answer {
  status: number
  headers: Headers
  body: string
}

/** One request. `token` null: sent without a token. */
export interface Request {
  method?: string
  path: string
  token?: string | null
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Parts of a call of the contract. */
export interface CallInput {
  params?: object
  query?: object
  body?: unknown
}

/** A running product with people in every relation to one deal, and everything that attacks on it need. */
export interface Target {
  stack: Stack
  /** "http://127.0.0.1:port", without rate limits: a thousand attempts come from one address. */
  origin: string
  /** A second process on the same database, with every limit in force. */
  limitedOrigin: string
  /** Connects as the owner of the database, to inspect what attempts left. */
  pool: Pool
  world: AccessWorld
  /** A second set of the same people and deals, with nothing in common with `world`. */
  elsewhere: AccessWorld
  /** Creates another world, whose people are signed in. */
  anotherWorld(): Promise<AccessWorld>
  tokenOf(person: { id: string }): string
  /** Sends a request to `origin`, or to another one. Also judges the response: see `unfit`. */
  send(request: Request, origin?: string): Promise<Answer>
  /** Calls a route of the contract, as one of a world's people. */
  call(as: { id: string } | null, key: RouteKey, input?: CallInput): Promise<Answer>
  /** The same with any token and headers. */
  callWith(
    who: Pick<Request, 'token' | 'headers'>,
    key: RouteKey,
    input?: CallInput,
  ): Promise<Answer>
  /** Opens a session for people; `tokenOf` then returns their tokens. */
  signIn(
    people: readonly string[],
    options?: { at?: Date; withSecondFactor?: boolean },
  ): Promise<void>
  /** Every address that a server process serves. */
  routes(): Promise<readonly TableRoute[]>
  /** Responses, in any family, that no request may get: server failures, stacks, responses over their budget. */
  unfit: string[]
  answers: { count: number; largest: number }
  /** A metric's value in the process of `origin` (docs/operations.md), by its name with labels. */
  metric(name: string): Promise<number>
  close(): Promise<void>
}

/** Of `startTestPostgres`. */
interface Template {
  templateUrl: string
  servingRole: string
}

/** Starts the built product with its sandboxes, from a template of `startTestPostgres`. */
export async function startTarget(template: Template): Promise<Target> {
  const metricsPort = await freePort()
  const stack = await startStack(
    {
      METRICS_PORT: String(metricsPort),
      OPERATOR_EMAILS: [OPERATOR_EMAIL, ...Object.values(OPERATORS_BY_ROLE)].join(','),
      FILE_LINK_SECRET,
    },
    {
      withoutWeb: true,
      database: () => cloneDatabase(template.templateUrl, template.servingRole),
    },
  )
  const limited = await stack.startSecondServer({ METRICS_PORT: '', AUTH_TEST_LIMITS: '' })
  const onLoopback = (url: string) => url.replace('localhost', '127.0.0.1')
  const origin = onLoopback(stack.url)
  const pool = createPool(stack.databaseUrl, 4)
  const tokens = new Map<string, string>()
  const env = { NODE_ENV: 'test', PUBLIC_URL: stack.url, DATA_DIR: stack.dataDir }

  const signIn: Target['signIn'] = async (people, { at, withSecondFactor = false } = {}) => {
    for (const [id, token] of await signInAll(env, stack.databaseUrl, people, at))
      tokens.set(id, token)
    if (withSecondFactor)
      await pool.query("update auth.sessions set aal = 'aal2' where user_id = any($1)", [people])
  }

  async function anotherWorld(): Promise<AccessWorld> {
    const world = await buildAccessWorld(pool)
    const { operator, ...others } = world.people
    await signIn(Object.values(others).map(({ id }) => id))
    // This is what makes an operator an operator.
    await signIn([operator.id], { withSecondFactor: true })
    return world
  }
  const world = await anotherWorld()
  const elsewhere = await anotherWorld()

  const target: Target = {
    stack,
    origin,
    limitedOrigin: onLoopback(limited),
    pool,
    world,
    elsewhere,
    anotherWorld,
    unfit: [],
    answers: { count: 0, largest: 0 },
    tokenOf(person) {
      const token = tokens.get(person.id)
      if (token === undefined) throw new Error(`${person.id} is not signed in`)
      return token
    },
    async send({ method = 'GET', path, token = null, headers = {}, body }, to = origin) {
      const response = await fetch(to + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      })
      const answer = {
        status: response.status,
        headers: response.headers,
        body: await response.text(),
      }
      target.answers.count += 1
      target.answers.largest = Math.max(target.answers.largest, answer.body.length)
      const complaint = answerComplaint(path, method, {
        status: answer.status,
        body: answer.body,
        sentBytes: path.length + Buffer.byteLength(body ?? ''),
      })
      if (complaint !== null) target.unfit.push(`${method} ${path.slice(0, 120)}: ${complaint}`)
      return answer
    },
    signIn,
    routes: () => routesOfServer(template),
    call: (as, key, input) =>
      target.callWith({ token: as === null ? null : target.tokenOf(as) }, key, input),
    callWith({ token = null, headers = {} }, key, { params, query, body } = {}) {
      const { method } = routeParts(key)
      const asked = new URLSearchParams(
        Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
      const path = routePath(key, params as Record<string, string> | undefined)
      return target.send({
        method,
        path: asked === '' ? path : `${path}?${asked}`,
        token,
        ...(body === undefined || method === 'GET'
          ? { headers }
          : {
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
      })
    },
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return Number(line?.slice(name.length))
    },
    async close() {
      await pool.end()
      await stack.stop()
    },
  }
  return target
}

/** The person an actor is in a world; null for no one. */
export const personOf = (world: AccessWorld, actor: Actor): { id: string } | null =>
  actor === 'anonymous' ? null : world.people[actor]

/** A response in comparable form: two responses to the same request differ in the request's id. */
export const withoutRequestId = ({ status, body }: Answer): string =>
  `${status} ${body.replace(/"request_id":"[^"]*"/, '')}`

/** Returns the addresses of a process that is started for this and serves no one. */
async function routesOfServer(template: Template): Promise<readonly TableRoute[]> {
  const database = await cloneDatabase(template.templateUrl, template.servingRole)
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-routes-'))
  try {
    const { made, routes } = await routesOf(() =>
      createServer(
        readConfig({
          NODE_ENV: 'test',
          LOG_LEVEL: 'silent',
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
          // It works no job.
          RECOVERY_HOLD: '1',
        }),
      ),
    )
    await made.close()
    return routes
  } finally {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
