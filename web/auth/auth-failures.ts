import type { AuthError } from '@supabase/auth-js'
import { messageOf } from '#web/api/errors.ts'

/** The auth service's code of a failure, or null for anything else. */
export function failureCode(error: unknown): string | null {
  return isAuthError(error) ? (error.code ?? null) : null
}

/** As the library marks its errors; its own question would bring all of it along. */
const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && '__isAuthError' in error

/** Codes that speak of the new password itself, so they belong beside its field. */
const ABOUT_NEW_PASSWORD: ReadonlySet<string | null> = new Set(['weak_password', 'same_password'])

/**
 * The sentence that belongs beside the new-password field: why it is too weak (the service gives one
 * sentence a reason), or that it is the old one. Null when the failure is about something else.
 */
export function newPasswordComplaint(error: unknown): string | null {
  return ABOUT_NEW_PASSWORD.has(failureCode(error)) ? messageOf(error) : null
}
