import type { AuthError } from '@supabase/auth-js'
import { messageOf } from '#web/api/errors.ts'

/** The auth service's code of a failure, or null for anything else. */
export function failureCode(error: unknown): string | null {
  return isAuthError(error) ? (error.code ?? null) : null
}

/** Checked by the mark that the library puts on its errors; its own check would load the whole library. */
const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && '__isAuthError' in error

/** Codes about the new password itself, so they belong at its field. */
const ABOUT_NEW_PASSWORD: ReadonlySet<string | null> = new Set(['weak_password', 'same_password'])

/**
 * The sentence for the new-password field: why it is too weak (the service sends one sentence per reason), or that it
 * is the old one. Null when the failure is about something else.
 */
export function newPasswordComplaint(error: unknown): string | null {
  return ABOUT_NEW_PASSWORD.has(failureCode(error)) ? messageOf(error) : null
}

/** Whether the auth service requires a fresh proof of who is asking before it does this. */
export const wantsProof = (error: unknown): boolean => failureCode(error) === 'proof_needed'
