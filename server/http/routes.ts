import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type RouteKey, routeParts } from '#contract/api.ts'
import { bodyValuesOf } from '#contract/rate-limits.ts'
import { type Answer, type CallSchema, type Parsed, schemas } from '#contract/schemas.ts'
import { VIEW_AS_HEADER } from '#contract/view-as.ts'
import { AppError } from './app-error.ts'
import { problemFields } from './problem-fields.ts'
import type { ReadLimits } from './read-limits.ts'
import { answerSerializer } from './serializer.ts'
import type { Access, OperatorStanding, Viewer } from './viewer.ts'
import { type WriteLimits, writeRate } from './write-limits.ts'
import { WrittenAnswer } from './written-answer.ts'

/** Resolves a bearer token to its person, or null. */
export type Authenticate = (token: string) => Promise<Viewer | null>

/** What the handler of a signed-in route receives. `now` is the request's time: every rule uses it. */
export type Call<K extends RouteKey> = Parsed<K> & {
  viewer: Viewer
  now: Date
  request: FastifyRequest
}
/** What the handler of a public route receives: a viewer only if someone is signed in. */
export type PublicCall<K extends RouteKey> = Parsed<K> & {
  viewer: Viewer | null
  now: Date
  request: FastifyRequest
}

/** A handler's result: the response, or the response already serialized as JSON. */
type Handled<K extends RouteKey> = Promise<Answer<K> | WrittenAnswer>

/** Registers the contract's calls: sign-in, role, validation, handler, response, in that order. */
export interface Routes {
  signedIn<K extends RouteKey>(key: K, handle: (call: Call<K>) => Handled<K>): void
  sellers<K extends RouteKey>(key: K, handle: (call: Call<K>) => Handled<K>): void
  creators<K extends RouteKey>(key: K, handle: (call: Call<K>) => Handled<K>): void
  /** For operators only: anyone else, signed in or not, gets the response of an unknown path. */
  operators<K extends RouteKey>(key: K, handle: (call: Call<K>) => Handled<K>): void
  /** `headers` are set on every response of the call, including refusals. */
  anyone<K extends RouteKey>(
    key: K,
    handle: (call: PublicCall<K>) => Handled<K>,
    headers?: Readonly<Record<string, string>>,
  ): void
  /** Every registered route with who may call it: the access test iterates over this. */
  registered(): ReadonlyMap<RouteKey, Access>
  /**
   * Returns the response of a read, as JSON, produced in this process for a page that is rendered: with the access, the
   * limits and the rules of the call. Throws AppError like the call, and Error for a call that is not a GET.
   */
  read(key: RouteKey, asked: Asked): Promise<string | Buffer>
}

/** The input of a call, not yet parsed. `request` is where it came from. */
interface Asked {
  viewer: Viewer | null
  request: FastifyRequest
  /** Whose limit the read counts against: the viewer's, unless an operator views an account. */
  reader?: Viewer | null
  params?: unknown
  query?: unknown
  body?: unknown
}

export interface RoutesDeps {
  authenticate: Authenticate
  clock: () => Date
  /** If absent, there are no limits (tests of other things). */
  limits?: WriteLimits | undefined
  reads?: ReadLimits | undefined
  /** Throws for calls that a restricted account may not make at present, before the input is read. */
  refuse?: ((key: RouteKey, viewer: Viewer, now: Date) => Promise<void>) | undefined
  /** Called with the person who changes something, before the response is sent. */
  wrote?: ((userId: string) => void) | undefined
  /** Whether a person may use the console; absent: no one may. */
  operatorStanding?: ((viewer: Viewer | null) => OperatorStanding) | undefined
  /**
   * Returns the person whose account an operator views, for calls that support a view; throws for every call that a
   * view does not allow.
   */
  personInView?:
    | ((asked: {
        viewId: string
        key: RouteKey
        operator: Viewer | null
        now: Date
      }) => Promise<Viewer>)
    | undefined
  /** Whether an operator's role allows a call; absent: no role does. */
  operatorMay?: ((key: RouteKey, viewer: Viewer) => Promise<boolean>) | undefined
}

export function createRoutes(app: FastifyInstance, deps: RoutesDeps): Routes {
  const known = new Map<RouteKey, Access>()
  const reads = new Map<RouteKey, (asked: Asked) => Promise<string | Buffer>>()

  /**
   * Returns the viewer, or the person whose account an operator views: every route calls this, so a view opens only the
   * listed calls.
   */
  async function lookingAs(
    key: RouteKey,
    request: FastifyRequest,
    viewer: Viewer | null,
  ): Promise<Viewer | null> {
    const viewId = request.headers[VIEW_AS_HEADER]
    if (viewId === undefined) return viewer
    if (deps.personInView === undefined) throw new AppError('request.not_found')
    return deps.personInView({ viewId: String(viewId), key, operator: viewer, now: deps.clock() })
  }

  function register<K extends RouteKey>(
    key: K,
    access: Access,
    handle: (call: PublicCall<K>) => Handled<K>,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    if (known.has(key)) throw new Error(`${key} is registered twice`)
    known.set(key, access)
    const { method, path } = routeParts(key)
    const schema: CallSchema = schemas[key]
    const serialize = answerSerializer(key, schema.answer)
    const rate = writeRate(key)
    async function answer(asked: Asked): Promise<string | Buffer> {
      const { viewer, reader = viewer, request, ...parts } = asked
      if (access === 'operators') assertOperator(deps.operatorStanding?.(viewer) ?? 'none')
      if (access !== 'anyone' && viewer === null) throw new AppError('request.unauthenticated')
      if (access === 'operators' && viewer !== null && !(await deps.operatorMay?.(key, viewer)))
        throw new AppError('operator.role_missing')
      if (access === 'sellers' && viewer?.role !== 'seller')
        throw new AppError('request.sellers_only')
      if (access === 'creators' && viewer?.role !== 'creator')
        throw new AppError('request.creators_only')
      const now = deps.clock()
      const from = { ip: request.ip, now }
      if (rate === null) deps.reads?.take(key, { accountId: reader?.id ?? null, ...from })
      else if (viewer !== null) await deps.limits?.take(rate, { accountId: viewer.id, ...from })
      if (viewer !== null) await deps.refuse?.(key, viewer, now)
      const call = { ...parseInput(schema, parts), viewer, now, request }
      const made = await handle(call as unknown as PublicCall<K>)
      if (method !== 'GET' && viewer !== null) deps.wrote?.(viewer.id)
      return made instanceof WrittenAnswer ? made.json : serialize(made)
    }
    if (method === 'GET') reads.set(key, answer)
    app.route({
      method,
      url: path,
      config: { bodyValues: bodyValuesOf(key) },
      handler: async (request, reply) => {
        void reply.headers(headers)
        const reader = await viewerOf(request, deps.authenticate)
        const viewer = await lookingAs(key, request, reader)
        const { params, query, body } = request
        const json = await answer({ viewer, reader, request, params, query, body })
        return reply
          .type('application/json; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(json)
      },
    })
  }

  const forViewers =
    (access: Access) =>
    <K extends RouteKey>(key: K, handle: (call: Call<K>) => Handled<K>) =>
      register(key, access, (call) => {
        assertPresent(call)
        return handle(call)
      })

  return {
    signedIn: forViewers('signed_in'),
    sellers: forViewers('sellers'),
    creators: forViewers('creators'),
    operators: forViewers('operators'),
    anyone: (key, handle, headers) => register(key, 'anyone', handle, headers),
    registered: () => known,
    async read(key, asked) {
      const answer = reads.get(key)
      if (answer === undefined) throw new Error(`${key} is not a read`)
      return answer(asked)
    },
  }
}

/** Returns the person a request is authenticated as, or null without a valid bearer token. */
export async function viewerOf(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Viewer | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header)?.[1]
  return token === undefined ? null : authenticate(token)
}

/** Hides the page from everyone else; only an operator learns that a second factor is missing. */
function assertOperator(standing: OperatorStanding): void {
  if (standing === 'none') throw new AppError('request.not_found')
  if (standing === 'unproven') throw new AppError('operator.second_factor_required')
}

/** `access` was checked before the handler runs, so a null here would be a bug in this file. */
function assertPresent<K extends RouteKey>(call: PublicCall<K>): asserts call is Call<K> {
  if (call.viewer === null) throw new AppError('request.unauthenticated')
}

/** Absent parts are undefined. */
function parseInput(
  schema: CallSchema,
  request: Pick<Asked, 'params' | 'query' | 'body'>,
): { params: unknown; query: unknown; body: unknown } {
  const input: ReturnType<typeof parseInput> = {
    params: undefined,
    query: undefined,
    body: undefined,
  }
  if (schema.params !== undefined) {
    const params = schema.params.safeParse(request.params)
    // An invalid id is treated like an unknown id.
    if (!params.success) throw new AppError('request.not_found')
    input.params = params.data
  }
  if (schema.query !== undefined) input.query = parsed(schema.query, request.query)
  if (schema.body !== undefined) input.body = parsed(schema.body, request.body ?? {})
  return input
}

function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('request.invalid', { fields: problemFields(result.error.issues) })
}
