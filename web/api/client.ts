import type { RouteKey } from '#contract/api.ts'
import { commonRoutes } from '#contract/common-calls.ts'
import { OWN_CHANGES_HEADER } from '#contract/replica.ts'
import { filledPath, partsOf } from '#contract/route-path.ts'
import type { Answer, Input } from '#contract/schemas.ts'
import { checkReach } from '#web/connection/reach.ts'
import { errorFromAnswer, unreachable } from './errors.ts'
import { accessToken, refreshedAccessToken } from './auth-client.ts'
import { proofGiven } from './proof.ts'
import { takeEarly } from './early-answers.ts'
import { msSinceOwnChange, noteOwnChange } from './changed-lately.ts'

/** The optional parts of a call, whatever the route. */
interface LooseInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

/** `[input]` for a call that takes input, nothing for one that does not. */
export type InputArgs<K extends RouteKey> = keyof Input<K> extends never ? [] : [input: Input<K>]

/**
 * Makes one call of the contract and returns its response. Signs it with the session if there is one; a refused token
 * is refreshed once and the call retried. Throws ApiError for everything else.
 */
export async function call<K extends RouteKey>(key: K, ...input: InputArgs<K>): Promise<Answer<K>> {
  return callWith(key, input[0], undefined)
}

/** `call` with a query's abort signal. The type of the response relies on the server, which serializes by schema. */
export async function callWith<K extends RouteKey>(
  key: K,
  input: LooseInput | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer<K>> {
  const { method, path } = partsOf(
    key in commonRoutes ? commonRoutes[key as keyof typeof commonRoutes] : await rareRoute(key),
  )
  const url = filledPath(key, path, input?.params) + queryText(input?.query)
  const token = await accessToken()
  let answer = await firstAnswer(method, url, input?.body, token, signal)
  if (answer.status === 401 && token) {
    const fresh = await refreshedAccessToken()
    if (fresh) answer = await send(method, url, input?.body, fresh, signal)
  }
  if (method !== 'GET') noteOwnChange(key)
  const body = await bodyOf(answer)
  if (!answer.ok) {
    const refusal = errorFromAnswer(answer.status, body)
    // The form keeps what was typed: the call is retried once the proof is given.
    if (refusal.code !== 'account.proof_needed' || !(await proofGiven())) throw refusal
    return callWith(key, input, signal)
  }
  return body as Answer<K>
}

/** The address of a call that few pages make: loaded with the first such call. */
async function rareRoute(key: RouteKey): Promise<string> {
  const { rareRoutes } = await import('#contract/rare-calls.ts').catch(() => {
    void checkReach()
    throw unreachable()
  })
  return rareRoutes[key as keyof typeof rareRoutes]
}

/** The response that was fetched before the app loaded (web/start-up/first-calls.ts), otherwise a new one. */
async function firstAnswer(...[method, url, body, token, signal]: Parameters<typeof send>) {
  const early = method === 'GET' ? takeEarly(url, token) : undefined
  if (!early) return send(method, url, body, token, signal)
  return early.catch(() => send(method, url, body, token, signal))
}

async function send(
  method: string,
  url: string,
  body: unknown,
  token: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const changed = msSinceOwnChange()
  if (changed !== null) headers.set(OWN_CHANGES_HEADER, changed)
  try {
    return await fetch(url, {
      method,
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    void checkReach()
    throw unreachable()
  }
}

async function bodyOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined
  try {
    return await answer.json()
  } catch {
    return undefined
  }
}

/** "?a=1&b=2" of the set values; lists repeat their name, empty text and undefined are omitted. */
export function queryText(query: Readonly<Record<string, unknown>> | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}
