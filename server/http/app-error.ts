import { type ErrorCode, errors } from '#contract/errors.ts'

/** What a refusal may carry in addition to its code: sentences by field, and the cause for the log. */
export interface AppErrorDetails {
  fields?: Record<string, string>
  cause?: unknown
  /** Seconds after which a retry makes sense (sent as Retry-After). */
  retryAfter?: number
}

/** The only way server code refuses a request. The sentence and the status come from the catalogue. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(errors[code].message, { cause: details.cause })
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** Hides rows that the reader may not see: refuses like an unknown id unless the row exists and is allowed. */
export function foundOr404<T>(row: T | null | undefined | false): T {
  if (row === null || row === undefined || row === false) throw new AppError('request.not_found')
  return row
}

/** Refuses like an unknown id unless a policy allows it. */
export function assertMay(allowed: boolean): void {
  if (!allowed) throw new AppError('request.not_found')
}
