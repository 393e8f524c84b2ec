import { type AuthErrorCode, authErrors } from '#contract/auth.ts'

/** What a refusal may say differently from the catalogue. */
export interface AuthErrorDetails {
  /** Replaces the catalogue's sentence. */
  message?: string
  /** Replaces the catalogue's status: a few codes answer differently by endpoint (AUTH.md §1.8, §4). */
  status?: number
  /** `weak_password` carries its reasons. */
  reasons?: readonly string[]
  /** Seconds after which trying again makes sense (answers Retry-After). */
  retryAfter?: number
  cause?: unknown
}

/** The one way the auth service refuses. What travels is decided in auth-answers.ts. */
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

/** Shorthand for the commonest refusal: a field's rule is broken. */
export const invalid = (message: string): AuthError =>
  new AuthError('validation_failed', { message })
