import { z } from 'zod'
import { AUTH_LIMITS, authMessages } from '#contract/auth.ts'
import { invalid } from '#server/auth/answers/auth-error.ts'

/** The syntax browsers accept in an email field: no spaces, quotes or control characters. */
const syntax = z.string().max(AUTH_LIMITS.email).regex(z.regexes.html5Email)

/** An address as we store and compare it: lower-cased, otherwise as typed. Refuses an invalid one. */
export function emailAddress(
  given: string | undefined,
  missing: string = authMessages.emailRequired,
): string {
  if (given === undefined || given === '') throw invalid(missing)
  const email = given.toLowerCase()
  if (!syntax.safeParse(email).success) throw invalid(authMessages.emailInvalid)
  return email
}
