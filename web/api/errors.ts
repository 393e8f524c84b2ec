import type { ErrorCode, Problem } from '#contract/errors.ts'

/** Codes of failures that never reached the server or came back unreadable. */
export type LocalErrorCode = 'network.unreachable' | 'answer.unreadable'

/** What every failed call throws. `message` is a sentence for people; `status` is 0 without a response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | LocalErrorCode
  /** Sentences by field path, for forms: `{ proposed_price: '…' }`. */
  readonly fields: Readonly<Record<string, string>>
  /** The request id, which support can look up. */
  readonly requestId: string | null

  constructor(
    problem: Omit<Problem, 'code' | 'request_id'> & {
      code: ErrorCode | LocalErrorCode
      request_id?: string
    },
  ) {
    super(problem.message)
    this.status = problem.status
    this.code = problem.code
    this.fields = problem.fields ?? {}
    this.requestId = problem.request_id ?? null
  }
}

/** The failure of a call without a response. */
export function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network.unreachable',
    message: 'We could not reach the server. Check your connection and try again.',
  })
}

/** Parses a refusal. A body that is no problem document (a proxy's page, say) still yields a sentence. */
export function errorFromAnswer(status: number, body: unknown): ApiError {
  if (isProblem(body)) return new ApiError({ ...body, status })
  return new ApiError({
    status,
    code: 'answer.unreadable',
    message:
      status >= 500
        ? 'Something went wrong on our side. Please try again.'
        : 'The server answered in a way we did not understand.',
  })
}

/** The sentence of any failure, for a toast or a page. */
export function messageOf(error: unknown): string {
  // When there is no response, the auth library passes on the browser's message: "Failed to fetch".
  if (error instanceof Error && 'status' in error && error.status === 0)
    return unreachable().message
  if (error instanceof Error && error.message) return error.message
  return 'Something went wrong. Please try again.'
}

/** Whether a retry of the same call may help: no response, or the server's own failure. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** Whether the server said that this does not exist for the reader; after any other failure it may still exist. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'message' in body &&
    typeof body.message === 'string'
  )
}

/** The catalogue's code of a failed call, or null for anything else. */
export function errorCode(error: unknown): ApiError['code'] | null {
  return error instanceof ApiError ? error.code : null
}
