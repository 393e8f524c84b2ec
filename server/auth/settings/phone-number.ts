import { invalid } from '#server/auth/answers/auth-error.ts'

/**
 * Refuses what cannot be a phone number, like GoTrue: with or without a plus, blanks anywhere. No one here has a
 * number, so well-formedness is all there is to check.
 */
export function assertPhoneNumber(given: string): void {
  const digits = given.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
}
