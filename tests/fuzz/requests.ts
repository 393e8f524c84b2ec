import type { InjectOptions } from 'fastify'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { AUTH_PATH } from '#contract/auth.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'
import { BUCKETS, UPLOAD_PATH } from '#contract/uploads.ts'
import { type Actor, ACTORS } from '#tests/access/access-world.ts'
import { tokenOf } from '#tests/support/api.ts'
import type { Chance } from './chance.ts'
import { fitting, spoilt } from './from-schema.ts'
import { type FuzzWorld, knownOf } from './fuzz-world.ts'
import { heavyBodies } from './heavy-shapes.ts'
import { BROKEN_JSON, HOSTILE_TEXTS, junk } from './hostile-values.ts'

/** One request as sent, and the call whose response it should get; null when it is not a call of the API. */
export interface FuzzRequest {
  key: RouteKey | null
  actor: Actor
  inject: InjectOptions & { url: string }
}

const OTHER_METHODS = ['PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE'] as const
const KEYS = Object.keys(routes) as RouteKey[]

/** The next request of a run. */
export function nextRequest(world: FuzzWorld, chance: Chance): FuzzRequest {
  const actor = chance.one(ACTORS)
  const headers: Record<string, string> = {}
  if (actor !== 'anonymous') headers['authorization'] = `Bearer ${tokenOf(world.people[actor])}`
  if (chance.now(0.03)) headers['authorization'] = `Bearer ${headerText(chance)}`
  const kind = chance.unit()
  if (kind < 0.04) return { key: null, actor, inject: upload(chance, headers) }
  if (kind < 0.06) return wholeUpload(world, chance)
  if (kind < 0.1) return { key: null, actor, inject: authCall(world, chance, headers) }
  return call(world, chance, actor, headers)
}

function call(
  world: FuzzWorld,
  chance: Chance,
  actor: Actor,
  headers: Record<string, string>,
): FuzzRequest {
  const key = chance.one(KEYS)
  const parts = routeParts(key)
  const { path } = parts
  const method = parts.method as 'GET'
  const schema: CallSchema = schemas[key]
  const known = knownOf(world, chance, path)
  const how = chance.unit()
  const part = (of: CallSchema[keyof CallSchema]) => {
    const value = of === undefined ? undefined : fitting(of, chance, known)
    return how < 0.5 || value === undefined ? value : spoilt(value, chance)
  }
  const params = (fittingParams(schema, chance, known) ?? {}) as Record<string, string>
  const hostilePath = how > 0.85 && chance.now(0.3)
  const url = path.replace(/:([a-z_]+)/g, (_, name: string) =>
    encode(hostilePath ? chance.one(HOSTILE_TEXTS) : params[name]),
  )
  const heavy = how > 0.99 ? chance.one([...heavyBodies(schema.body)]).json : null
  const body = how > 0.8 && chance.now(0.5) ? junk(chance) : part(schema.body)
  const inject: FuzzRequest['inject'] = {
    method: heavy === null && how > 0.97 ? chance.one(OTHER_METHODS) : method,
    url: `${url}${queryOf(part(schema.query), chance)}`,
    headers,
  }
  if (method !== 'GET' && heavy !== null) {
    headers['content-type'] = 'application/json'
    inject.payload = heavy
  } else if (method !== 'GET' && body !== undefined) {
    headers['content-type'] =
      how > 0.95
        ? chance.one(['text/plain', 'application/xml', 'multipart/form-data', 'x'])
        : 'application/json'
    inject.payload = how > 0.92 ? chance.one(BROKEN_JSON) : (JSON.stringify(body) ?? '')
  }
  return { key: inject.method === method ? key : null, actor, inject }
}

const fittingParams = (schema: CallSchema, chance: Chance, known: ReturnType<typeof knownOf>) =>
  schema.params === undefined ? undefined : fitting(schema.params, chance, known)

function queryOf(query: unknown, chance: Chance): string {
  if (typeof query !== 'object' || query === null)
    return chance.now(0.02) ? '?__proto__=1&a[b]=2&%=%' : ''
  const pairs = Object.entries(query).map(
    ([name, value]) =>
      `${encode(name)}=${encode(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  if (pairs.length > 0 && chance.now(0.05)) pairs.push(pairs[0] ?? '')
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Half a surrogate pair cannot be written in an address; a client would send something else. */
function encode(text: string | undefined): string {
  return encodeURIComponent((text ?? '').replace(/[\ud800-\udfff]/gu, '?'))
}

const headerText = (chance: Chance) =>
  chance
    .one(HOSTILE_TEXTS)
    .slice(0, 200)
    .replace(/[^\x20-\x7e]/g, '?')

function upload(chance: Chance, headers: Record<string, string>): FuzzRequest['inject'] {
  const id = chance.one([
    '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f',
    '..',
    '%2e%2e%2f',
    chance.text(5).trim() || 'x',
  ])
  const value = (text: string) => Buffer.from(text).toString('base64')
  const name = chance.one([...HOSTILE_TEXTS, 'reel.mp4', 'a.png'])
  const bucket = chance.one([...BUCKETS, 'nowhere', ''])
  Object.assign(headers, {
    'tus-resumable': chance.one(['1.0.0', '1.0.0', '1.0.0', '0.2.2', '']),
    'upload-length': chance.one(['5', '0', '-1', '1e9', '99999999999999', 'x', '']),
    'upload-offset': chance.one(['0', '5', '-1', 'x']),
    'upload-metadata': chance.one([
      `bucket ${value(bucket)},filename ${value(name)},filetype ${value('image/png')}`,
      `bucket ${value(bucket)}`,
      'bucket !!!',
      ',,,',
      headerText(chance),
    ]),
    'content-type': chance.one([
      'application/offset+octet-stream',
      'application/json',
      'text/plain',
    ]),
  })
  const method = chance.one(['POST', 'POST', 'PATCH', 'HEAD', 'GET', 'DELETE'] as const)
  const onOne = method !== 'POST' || chance.now(0.1)
  const inject: FuzzRequest['inject'] = {
    method,
    url: onOne ? `${UPLOAD_PATH}/${encode(id)}` : UPLOAD_PATH,
    headers,
  }
  if (method === 'POST' || method === 'PATCH') inject.payload = chance.now(0.5) ? 'hello' : ''
  return inject
}

/** A picture of one white pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** A protocol-conforming upload in one request, with bytes that are valid, truncated or corrupted somewhere. */
function wholeUpload(world: FuzzWorld, chance: Chance): FuzzRequest {
  const actor = chance.one(['owner', 'counterpart', 'counterpart'] as const)
  const bytes = Buffer.from(chance.one([PIXEL, PIXEL, Buffer.from('Shot in daylight.')]))
  for (let spoilt = chance.below(3); spoilt > 0; spoilt -= 1)
    bytes[chance.below(bytes.length)] = chance.below(256)
  const sent = chance.now(0.2) ? bytes.subarray(0, 1 + chance.below(bytes.length - 1)) : bytes
  const project = chance.one([world.running, ...world.funded.map((one) => one.project)])
  const meta = {
    bucket: chance.one(BUCKETS),
    filename: chance.one([...HOSTILE_TEXTS, 'a.png', 'words.txt']),
    filetype: chance.one(['image/png', 'text/plain', 'video/mp4']),
    project_id: project.id,
  }
  return {
    key: null,
    actor,
    inject: {
      method: 'POST',
      url: UPLOAD_PATH,
      headers: {
        authorization: `Bearer ${tokenOf(world.people[actor])}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(sent.length),
        'upload-metadata': Object.entries(meta)
          .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
          .join(','),
        'content-type': 'application/offset+octet-stream',
      },
      payload: sent,
    },
  }
}

const AUTH_CALLS = [
  ['POST', '/signup'],
  ['POST', '/signup/puzzle'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['POST', '/token?grant_type=pkce'],
  ['POST', '/verify'],
  ['GET', '/verify'],
  ['POST', '/otp'],
  ['POST', '/recover'],
  ['POST', '/resend'],
  ['POST', '/logout'],
  ['GET', '/user'],
  ['PUT', '/user'],
  ['GET', '/authorize'],
  ['GET', '/callback'],
  ['GET', '/settings'],
  ['POST', '/factors'],
] as const

function authCall(
  { member }: FuzzWorld,
  chance: Chance,
  headers: Record<string, string>,
): FuzzRequest['inject'] {
  const [method, path] = chance.one(AUTH_CALLS)
  const texts = () =>
    chance.one([...HOSTILE_TEXTS, 'a@example.com', 'signup', 'recovery', '123456'])
  const names = [
    'type',
    'token',
    'email',
    'token_hash',
    'refresh_token',
    'redirect_to',
    'data',
    'nonce',
  ]
  const fields = Object.fromEntries(
    Array.from({ length: chance.below(5) }, () => [
      chance.one(names),
      chance.now(0.8) ? texts() : junk(chance),
    ]),
  )
  // Occasionally someone who has an account, with their own password or another.
  if (chance.now(0.3))
    Object.assign(fields, { email: member.email, password: chance.one([member.password, texts()]) })
  const url = `${AUTH_PATH}${path}`
  if (method === 'GET') {
    const query = queryOf(fields, chance)
    return { method, url: `${url}${query}`, headers }
  }
  headers['content-type'] = 'application/json'
  return {
    method,
    url,
    headers,
    payload: chance.now(0.1) ? chance.one(BROKEN_JSON) : JSON.stringify(fields),
  }
}
