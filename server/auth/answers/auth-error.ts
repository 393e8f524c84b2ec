import { type AuthErrorCode, authErrors } from '#contract/auth.ts'

/** Where a refusal may differ from the catalogue. */
export interface AuthErrorDetails {
  /** Replaces the catalogue's sentence. */
  message?: string
  /** Replaces the catalogue's status: a few codes answer differently by endpoint (AUTH §1.8, §4). */
  status?: number
  /** `weak_password` carries its reasons. */
  reasons?: readonly string[]
  /** Seconds after which a retry makes sense (sent as Retry-After). */
  retryAfter?: number
  cause?: unknown
}

/** The only way the auth service refuses. auth-answers.ts decides what is sent. */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly code: AuthErrorCode
  readonly status: number
  readonly reasons: readonly string[] | undefined
  readonly retryAfter: number | undefined

  constructor(code: AuthErrorCode, details: AuthErrorDetails = {}) {
    super(details.message ?? authErrors[code].message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? authErrors[code].status
    this.reasons = details.reasons
    this.retryAfter = details.retryAfter
  }
}

/** Shorthand for the most common refusal: a field is invalid. */
export const invalid = (message: string): AuthError =>
  new AuthError('validation_failed', { message })
