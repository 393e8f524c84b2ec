import { AUTH_LIMITS, authMessages } from '#contract/auth.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import type { PasswordRules } from '#server/auth/settings/auth-settings.ts'
import { isCommonPassword } from './common-passwords.ts'

/** A rule a password breaks: its reason's name for clients and a sentence for people. */
export interface PasswordWeakness {
  reason: 'length' | 'characters' | 'pwned'
  message: string
}

/** Returns every rule the password breaks; empty for a good one. */
export function passwordWeaknesses(rules: PasswordRules, password: string): PasswordWeakness[] {
  const weaknesses: PasswordWeakness[] = []
  // Counted in characters as people do, not in UTF-16 units.
  const characters = Array.from(password)
  if (characters.length < rules.minLength) {
    weaknesses.push({ reason: 'length', message: authMessages.passwordTooShort(rules.minLength) })
  }
  if (!rules.characters.every((set) => characters.some((character) => set.includes(character)))) {
    const message = authMessages.passwordCharacters(rules.characters)
    weaknesses.push({ reason: 'characters', message })
  }
  if (rules.refuseCommon && isCommonPassword(password, rules.brandName)) {
    weaknesses.push({ reason: 'pwned', message: authMessages.passwordCommon })
  }
  return weaknesses
}

/** Refuses a password that may not be set: missing, too long, or weak. */
export function assertPasswordAcceptable(
  rules: PasswordRules,
  password: string | undefined,
): asserts password is string {
  if (password === undefined || password === '') throw invalid(authMessages.passwordRequired)
  if (Buffer.byteLength(password) > AUTH_LIMITS.passwordMaxBytes)
    throw invalid(authMessages.passwordTooLong)
  const weaknesses = passwordWeaknesses(rules, password)
  if (weaknesses.length > 0) throw new AuthError('weak_password', weakPassword(weaknesses))
}

/** The weaknesses as a response carries them. */
export function weakPassword(weaknesses: readonly PasswordWeakness[]) {
  return {
    message: weaknesses.map((weakness) => weakness.message).join(' '),
    reasons: weaknesses.map((weakness) => weakness.reason),
  }
}
