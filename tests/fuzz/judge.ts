import { authErrors } from '#contract/auth.ts'
import type { RouteKey } from '#contract/api.ts'
import { errors, type Problem } from '#contract/errors.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'
import { sizeComplaint } from './answer-budget.ts'

/** A response as received. */
export interface FuzzAnswer {
  statusCode: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

/** What is wrong with a response, in a sentence; null when it conforms to the contract. */
export function complaint(
  key: RouteKey | null,
  { method, url, sentBytes }: { method: string; url: string; sentBytes: number },
  answer: FuzzAnswer,
): string | null {
  const { statusCode: status, body } = answer
  if (status >= 500) return `answered ${status}`
  if (/\n\s+at .+:\d+:\d+/.test(body)) return 'carries a stack'
  const size = sizeComplaint(key, sentBytes, Buffer.byteLength(body))
  if (size !== null) return size
  if (method === 'HEAD' || method === 'OPTIONS') return null
  const type = String(answer.headers['content-type'] ?? '')
  if (type.startsWith('application/problem+json')) return problemComplaint(status, body)
  if (status >= 400) return refusalComplaint(url, status, body)
  if (key === null) return null
  if (status !== 200) return `answered ${status}`
  const schema: CallSchema = schemas[key]
  const parsed = schema.answer.safeParse(JSON.parse(body))
  return parsed.success
    ? null
    : `is off its schema: ${JSON.stringify(parsed.error.issues.slice(0, 2))}`
}

function problemComplaint(status: number, body: string): string | null {
  const problem = JSON.parse(body) as Problem
  const entry = (errors as Record<string, { status: number; message: string } | undefined>)[
    problem.code
  ]
  if (entry === undefined) return `carries the unknown code ${problem.code}`
  if (entry.status !== status || problem.status !== status)
    return 'carries another status than its code'
  if (entry.message !== problem.message) return `says something of its own: ${problem.message}`
  if (!/^[0-9a-f-]{36}$/.test(problem.request_id)) return 'carries no request id'
  const extra = Object.keys(problem).filter(
    (name) => !['status', 'code', 'message', 'request_id', 'fields'].includes(name),
  )
  return extra.length === 0 ? null : `carries ${extra.join(', ')}`
}

/** The auth service and the upload protocol have refusal shapes of their own. */
function refusalComplaint(url: string, status: number, body: string): string | null {
  if (url.startsWith('/storage/uploads')) return null
  if (!url.startsWith('/auth/')) return `refuses without a problem: ${status} ${body.slice(0, 100)}`
  const code = (JSON.parse(body) as { error_code?: string; code?: string }).error_code
  return code !== undefined && code in authErrors ? null : `carries the unknown code ${code}`
}
