import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'

/** The maximum size of any response, in bytes, is the larger of this and ten times the request. */
const ANSWER_BYTES = 256 * 1024
const TIMES_THE_REQUEST = 10

interface Definition {
  type: string
  shape?: Record<string, unknown>
}

/** Lists are bounded by their page size instead: they are rows, or an object that says where the next page begins. */
export function isList(key: RouteKey): boolean {
  const schema: CallSchema = schemas[key]
  const { type, shape = {} } = schema.answer.def as unknown as Definition
  return type === 'array' || 'next' in shape
}

/** What is wrong with the size of a response, or null. `key` null: the response belongs to no call of the contract. */
export function sizeComplaint(
  key: RouteKey | null,
  sentBytes: number,
  answerBytes: number,
): string | null {
  if (key !== null && isList(key)) return null
  const most = Math.max(ANSWER_BYTES, TIMES_THE_REQUEST * sentBytes)
  return answerBytes > most ? `is answered with ${answerBytes} bytes, ${most} is the most` : null
}

const patterns = (Object.keys(routes) as RouteKey[]).map((key) => {
  const { method, path } = routeParts(key)
  return { key, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`) }
})

/** The call that an address belongs to; the first that matches. Null for every other surface. */
const callAt = (method: string, path: string): RouteKey | null =>
  patterns.find((one) => one.method === method && one.pattern.test(path))?.key ?? null

/** The description of the whole API, which is large and the same for everyone. */
const DESCRIPTION = '/api/openapi.json'

/**
 * An internal failure. A refusal by the payment provider does not count: its sandbox does not know the ids that a test
 * made up.
 */
export const isOurFailure = ({ status, body }: { status: number; body: string }): boolean =>
  status >= 500 && !(status === 502 && body.includes('provider_refused'))

/** What no response may be, whatever the request and whoever sent it; null when the response is fit to be sent. */
export function answerComplaint(
  path: string,
  method: string,
  { status, body, sentBytes }: { status: number; body: string; sentBytes: number },
): string | null {
  if (isOurFailure({ status, body })) return `answered ${status}: ${body.slice(0, 200)}`
  if (/\n\s+at .+:\d+:\d+/.test(body)) return 'carries a stack'
  if (path.startsWith('/storage/') || path.startsWith(DESCRIPTION)) return null
  return sizeComplaint(callAt(method, path), sentBytes, Buffer.byteLength(body))
}
