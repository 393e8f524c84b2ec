import { resolve } from 'node:path'
import { z } from 'zod'
import { AUTH_LIMITS, AUTH_MAIL_ALERT, AUTH_PATH } from '#contract/auth.ts'
import { PUZZLE } from '#contract/sign-up-puzzle.ts'
import { flag } from './environment.ts'
import { redirectEntry } from './redirect-list.ts'

const listOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '')

const signUps = z.coerce.number().int().min(0).max(1_000_000).optional()

/** The variables that select the auth service's modes. */
export const authEnvironment = {
  AUTH_AUTOCONFIRM: flag(false).describe(
    'Confirms sign-ups at once, without a mail. For tests of other software only; refused in production.',
  ),
  AUTH_ANONYMOUS: flag(false).describe('Allows sign-up without an address.'),
  AUTH_SIGNUPS: flag(true).describe('Off: only an administrator can add people.'),
  AUTH_MAIL_INTERVAL: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe(
      'Seconds between two mails of one kind to one address. 60; none under AUTH_TEST_LIMITS.',
    ),
  AUTH_MAILS_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Mails per hour that one network may request. 60; no limit under AUTH_TEST_LIMITS.'),
  AUTH_MAILS_ALERT: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(AUTH_MAIL_ALERT)
    .describe(
      'Addresses per hour for which mails are requested, beyond which an error is logged. It refuses no one.',
    ),
  AUTH_PUZZLE_ABOVE: signUps.describe(
    `Sign-ups per hour in the whole installation beyond which each browser first solves a puzzle. ${PUZZLE.aboveOfAll}; 0: always; never under AUTH_TEST_LIMITS.`,
  ),
  AUTH_PUZZLE_ABOVE_NETWORK: signUps.describe(
    `The same for the sign-ups of one network. ${PUZZLE.aboveOfNetwork}; an office or school that signs up together solves puzzles too.`,
  ),
  AUTH_SIGNING_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A private JWK (RS256 or ES256) that signs instead of the keys kept in the database, or an array or set of them: the first whose key_ops allow it signs. An unusable file or key stops the start.',
    ),
  AUTH_BASE_PATH: z
    .string()
    .regex(/^(\/[\w.~-]+)+\/?$/, 'must be a path like /auth/v1')
    .default(AUTH_PATH)
    .describe('Path of the auth service under PUBLIC_URL. The web app expects the default.'),
  AUTH_SESSION_DAYS: z.coerce
    .number()
    .min(0)
    .max(3_650)
    .default(0)
    .describe(
      'Days after which a session ends, however often it is refreshed. 0: it never has to.',
    ),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(AUTH_LIMITS.passwordMin)
    .max(AUTH_LIMITS.passwordMaxBytes)
    .default(AUTH_LIMITS.passwordMin)
    .describe('The fewest characters of a password.'),
  AUTH_PASSWORD_CHARACTERS: z
    .string()
    .default('')
    .describe(
      'Character sets separated by ":", such as abcdefghijklmnopqrstuvwxyz:0123456789. A password needs one of each.',
    ),
  AUTH_COMMON_PASSWORDS: z
    .enum(['0', '1', 'true', 'false'])
    .optional()
    .describe('Refuses the most common passwords. On in production, elsewhere off.'),
  AUTH_PROOF_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(3_600)
    .optional()
    .describe(
      'How long a sign-in counts as a fresh proof, for what asks for one. 300; no end under AUTH_TEST_LIMITS.',
    ),
  AUTH_SECURE_PASSWORD_CHANGE: flag(false).describe(
    'A session older than a day needs a mailed code to change the password.',
  ),
  AUTH_SECURE_EMAIL_CHANGE: flag(true).describe(
    'An email change waits until both addresses have agreed; off: only for the new one.',
  ),
  AUTH_CURRENT_PASSWORD: flag(false).describe(
    'Changing the password requires the current one, except in sessions opened by a mailed link or code.',
  ),
  AUTH_MANUAL_LINKING: flag(false).describe(
    'People may link and unlink sign-in methods themselves.',
  ),
  AUTH_REDIRECTS: z
    .string()
    .default('')
    .transform((text, context) =>
      listOf(text, ',').flatMap((one) => {
        const checked = redirectEntry(one)
        if ('entry' in checked) return [checked.entry]
        context.addIssue({ code: 'custom', message: checked.problem })
        return []
      }),
    )
    .describe(
      'Further addresses that a sign-in may return to, separated by commas, including app schemes; "*" stops at "." and "/".',
    ),
}

const environment = z.object(authEnvironment)

/** The modes of the auth service. */
export interface AuthConfig {
  autoconfirm: boolean
  anonymous: boolean
  signups: boolean
  /** In seconds; null when the environment does not say. */
  mailInterval: number | null
  mailsPerNetwork: number | null
  /** Addresses per hour. */
  mailsAlert: number
  /** Sign-ups per hour, in total and per network; null when the environment does not say. */
  puzzleAbove: number | null
  puzzleAboveNetwork: number | null
  /** Absolute. */
  signingKeyFile: string | null
  /** Starts with a slash and does not end with one. */
  basePath: string
  /** The maximum length of a session; 0 for no limit. */
  sessionDays: number
  passwordMinLength: number
  /** A password needs one character of each of these. */
  passwordCharacters: readonly string[]
  commonPasswords: boolean
  /** Null: five minutes. */
  proofSeconds: number | null
  securePasswordChange: boolean
  secureEmailChange: boolean
  currentPassword: boolean
  manualLinking: boolean
  /** In the form in which addresses are compared (redirect-list.ts). */
  redirects: readonly string[]
}

/**
 * Returns the modes an environment selects. Common passwords are refused in production unless the environment says
 * otherwise.
 */
export function authConfig(e: z.output<typeof environment>, isProduction: boolean): AuthConfig {
  const common = e.AUTH_COMMON_PASSWORDS
  return {
    autoconfirm: e.AUTH_AUTOCONFIRM,
    anonymous: e.AUTH_ANONYMOUS,
    signups: e.AUTH_SIGNUPS,
    mailInterval: e.AUTH_MAIL_INTERVAL ?? null,
    mailsPerNetwork: e.AUTH_MAILS_PER_NETWORK ?? null,
    mailsAlert: e.AUTH_MAILS_ALERT,
    puzzleAbove: e.AUTH_PUZZLE_ABOVE ?? null,
    puzzleAboveNetwork: e.AUTH_PUZZLE_ABOVE_NETWORK ?? null,
    signingKeyFile: e.AUTH_SIGNING_KEY_FILE === undefined ? null : resolve(e.AUTH_SIGNING_KEY_FILE),
    basePath: e.AUTH_BASE_PATH.replace(/\/+$/, ''),
    sessionDays: e.AUTH_SESSION_DAYS,
    passwordMinLength: e.AUTH_PASSWORD_MIN_LENGTH,
    passwordCharacters: listOf(e.AUTH_PASSWORD_CHARACTERS, ':'),
    commonPasswords: common === undefined ? isProduction : common === '1' || common === 'true',
    proofSeconds: e.AUTH_PROOF_SECONDS ?? null,
    securePasswordChange: e.AUTH_SECURE_PASSWORD_CHANGE,
    secureEmailChange: e.AUTH_SECURE_EMAIL_CHANGE,
    currentPassword: e.AUTH_CURRENT_PASSWORD,
    manualLinking: e.AUTH_MANUAL_LINKING,
    redirects: e.AUTH_REDIRECTS,
  }
}
