import type { FastifyInstance } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { authAnswers, authCallOf, authRefusals } from '#contract/auth-answer-schemas.ts'
import { authErrors } from '#contract/auth.ts'

/** A response of the auth service as it was sent over the wire; `path` without base path and query. */
export interface AuthAnswer {
  method: string
  path: string
  status: number
  headers: Readonly<Record<string, unknown>>
  text: string
  /** Whether the client requested the dated error shape. */
  dated: boolean
}

/** Returns what violates the contract in a response; null if the contract promises that response. */
export function wrongOf(answer: AuthAnswer): string | null {
  const { method, path, status, text } = answer
  const reason = status >= 400 ? wrongRefusal(answer) : wrongAnswer(answer)
  return reason === null ? null : `${method} ${path} ${status}: ${reason} in ${text.slice(0, 600)}`
}

function wrongAnswer({ method, path, status, headers, text }: AuthAnswer): string | null {
  if (method === 'OPTIONS' && status === 204) return null
  const call = authCallOf(method === 'HEAD' ? 'GET' : method, path)
  const promised = call === null ? undefined : authAnswers[call]?.[status]
  if (promised === undefined) return 'no such answer is promised'
  if (promised === 'empty') return text === '' ? null : 'a body where none is promised'
  if (promised === 'redirect')
    return URL.canParse(String(headers['location'])) ? null : 'no address to go to'
  if (promised === 'page') return text.startsWith('<!doctype html>') ? null : 'no page'
  if (method === 'HEAD') return null
  return wrongBody(promised, text)
}

function wrongRefusal({ status, headers, text, dated, method }: AuthAnswer): string | null {
  if (method === 'HEAD') return null
  const wrong = wrongBody(dated ? authRefusals.new : authRefusals.old, text)
  if (wrong !== null) return wrong
  const body = JSON.parse(text) as { code: unknown; error_code?: unknown }
  const code = String(dated ? body.code : body.error_code)
  if (!Object.hasOwn(authErrors, code)) return 'a code the catalogue does not know'
  if (headers['x-sb-error-code'] !== code) return 'another code in the header'
  if (!dated && body.code !== status) return 'another status in the body'
  if (status === 429 && !/^[1-9]\d*$/.test(String(headers['retry-after'])))
    return 'no time to come again'
  if ((headers['x-supabase-api-version'] !== undefined) !== dated) return 'the wrong error shape'
  return null
}

type Schema =
  | (typeof authRefusals)['new' | 'old']
  | Extract<(typeof authAnswers)[string][number], object>

/** A body must equal its parsed form: an extra member is as wrong as a missing one. */
function wrongBody(schema: Schema, text: string): string | null {
  const body: unknown = JSON.parse(text)
  const parsed = schema.safeParse(body)
  if (!parsed.success) return parsed.error.message
  return isDeepStrictEqual(parsed.data, body) ? null : 'members the contract does not know'
}

/** Checks every response of an app's auth service against the contract; the returned list collects what is wrong. */
export function watchAuthAnswers(app: FastifyInstance, basePath: string): readonly string[] {
  const wrongs: string[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    const path = request.url.split('?')[0] ?? ''
    if (!path.startsWith(`${basePath}/`)) return payload
    const wrong = wrongOf({
      method: request.method,
      path: path.slice(basePath.length),
      status: reply.statusCode,
      headers: reply.getHeaders(),
      text: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '',
      dated: isDated(request.headers['x-supabase-api-version']),
    })
    if (wrong !== null) wrongs.push(wrong)
    return payload
  })
  return wrongs
}

/**
 * A `fetch` for a service in another process: it throws on a response that the contract does not promise. `url` is the
 * service's address with its base path; requests to other addresses are not checked.
 */
export function checkedFetch(url: string): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init)
    const request = new Request(input, init)
    if (!request.url.startsWith(`${url}/`)) return answer
    const wrong = wrongOf({
      method: request.method,
      path: new URL(request.url).pathname.slice(new URL(url).pathname.length),
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.clone().text(),
      dated: isDated(request.headers.get('x-supabase-api-version')),
    })
    if (wrong !== null) throw new Error(`The contract promises another answer: ${wrong}`)
    return answer
  }
}

function isDated(version: unknown): boolean {
  return typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= '2024-01-01'
}
