import { AUTH_LIMITS, authErrors, authMessages } from '#contract/auth.ts'
import { AuthError, invalid } from './auth-error.ts'

/** A rule a password breaks: its reason's name for clients and a sentence for people. */
export interface PasswordWeakness {
  reason: 'length' | 'characters' | 'pwned'
  message: string
}

/** Every rule the password breaks, none for a good one. */
export function passwordWeaknesses(password: string): PasswordWeakness[] {
  const weaknesses: PasswordWeakness[] = []
  // Counted in characters as a person does, not in UTF-16 units.
  if (Array.from(password).length < AUTH_LIMITS.passwordMin) {
    weaknesses.push({ reason: 'length', message: authErrors.weak_password.message })
  }
  return weaknesses
}

/** Refuses a password that may not be set: absent, too long to be taken whole, or weak. */
export function assertPasswordAcceptable(password: string | undefined): asserts password is string {
  if (password === undefined || password === '') throw invalid(authMessages.passwordRequired)
  if (Buffer.byteLength(password) > AUTH_LIMITS.passwordMaxBytes)
    throw invalid(authMessages.passwordTooLong)
  const weaknesses = passwordWeaknesses(password)
  if (weaknesses.length > 0) {
    throw new AuthError('weak_password', {
      message: weaknesses.map((weakness) => weakness.message).join(' '),
      reasons: weaknesses.map((weakness) => weakness.reason),
    })
  }
}
