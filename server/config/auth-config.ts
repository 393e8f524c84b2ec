import { resolve } from 'node:path'
import { z } from 'zod'
import { AUTH_LIMITS, AUTH_MAIL_ALERT, AUTH_PATH } from '#contract/auth.ts'
import { flag } from './environment.ts'
import { redirectEntry } from './redirect-list.ts'

const listOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** The variables that put the auth service into one of its modes. */
export const authEnvironment = {
  /** Sign-ups are confirmed at once and get a session, without a mail. For tests of other software only. */
  AUTH_AUTOCONFIRM: flag(false),
  /** Sign-up without an address gives a session of its own. */
  AUTH_ANONYMOUS: flag(false),
  /** Off: nobody new comes in but by an administrator. */
  AUTH_SIGNUPS: flag(true),
  /** Seconds between two mails of one kind to one address; 60, or none under AUTH_TEST_LIMITS. */
  AUTH_MAIL_INTERVAL: z.coerce.number().int().min(0).max(86_400).optional(),
  /** Mails an hour that one network may ask for; 60, or no limit under AUTH_TEST_LIMITS. */
  AUTH_MAILS_PER_NETWORK: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** Addresses an hour that mails are asked for, beyond which an error is logged. Nobody is refused by it. */
  AUTH_MAILS_ALERT: z.coerce.number().int().min(1).max(1_000_000).default(AUTH_MAIL_ALERT),
  /**
   * A private JWK (RS256 or ES256) that signs instead of the keys kept in the database. Or an array or set of them: the
   * first whose `key_ops` allow it signs. A file or key that cannot be used stops the start.
   */
  AUTH_SIGNING_KEY_FILE: z.string().min(1).optional(),
  /** Where the auth service lives under PUBLIC_URL. The web app expects the default. */
  AUTH_BASE_PATH: z
    .string()
    .regex(/^(\/[\w.~-]+)+\/?$/, 'must be a path like /auth/v1')
    .default(AUTH_PATH),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(AUTH_LIMITS.passwordMin)
    .max(AUTH_LIMITS.passwordMaxBytes)
    .default(AUTH_LIMITS.passwordMin),
  /** Sets of characters apart by ':', one of each being required: `abcdefghijklmnopqrstuvwxyz:0123456789`. */
  AUTH_PASSWORD_CHARACTERS: z.string().default(''),
  /** Refuses passwords everybody tries first. On in production, elsewhere off unless set. */
  AUTH_COMMON_PASSWORDS: z.enum(['0', '1', 'true', 'false']).optional(),
  /** A session older than a day needs a mailed code to change the password. */
  AUTH_SECURE_PASSWORD_CHANGE: flag(false),
  /** A change of the e-mail address waits until both addresses have agreed; off, for the new one alone. */
  AUTH_SECURE_EMAIL_CHANGE: flag(true),
  /** Changing the password needs the one in use, except in sessions opened by a mailed link or code. */
  AUTH_CURRENT_PASSWORD: flag(false),
  /** People may add and remove ways to sign in themselves. */
  AUTH_MANUAL_LINKING: flag(false),
  /** Further addresses a sign-in may lead back to, apart by commas, those of apps too; `*` stops at '.' and '/'. */
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
    ),
}

const environment = z.object(authEnvironment)

/** The modes of the auth service. */
export interface AuthConfig {
  autoconfirm: boolean
  anonymous: boolean
  signups: boolean
  /** In seconds; null where the environment does not say. */
  mailInterval: number | null
  mailsPerNetwork: number | null
  /** Addresses an hour. */
  mailsAlert: number
  /** Absolute. */
  signingKeyFile: string | null
  /** Begins with a slash and does not end with one. */
  basePath: string
  passwordMinLength: number
  /** A password needs one character of each. */
  passwordCharacters: readonly string[]
  commonPasswords: boolean
  securePasswordChange: boolean
  secureEmailChange: boolean
  currentPassword: boolean
  manualLinking: boolean
  /** In the form in which addresses are compared (redirect-list.ts). */
  redirects: readonly string[]
}

/** The modes an environment asks for. Lists of common passwords are for production unless it says otherwise. */
export function authConfig(e: z.output<typeof environment>, isProduction: boolean): AuthConfig {
  const common = e.AUTH_COMMON_PASSWORDS
  return {
    autoconfirm: e.AUTH_AUTOCONFIRM,
    anonymous: e.AUTH_ANONYMOUS,
    signups: e.AUTH_SIGNUPS,
    mailInterval: e.AUTH_MAIL_INTERVAL ?? null,
    mailsPerNetwork: e.AUTH_MAILS_PER_NETWORK ?? null,
    mailsAlert: e.AUTH_MAILS_ALERT,
    signingKeyFile: e.AUTH_SIGNING_KEY_FILE === undefined ? null : resolve(e.AUTH_SIGNING_KEY_FILE),
    basePath: e.AUTH_BASE_PATH.replace(/\/+$/, ''),
    passwordMinLength: e.AUTH_PASSWORD_MIN_LENGTH,
    passwordCharacters: listOf(e.AUTH_PASSWORD_CHARACTERS, ':'),
    commonPasswords: common === undefined ? isProduction : common === '1' || common === 'true',
    securePasswordChange: e.AUTH_SECURE_PASSWORD_CHANGE,
    secureEmailChange: e.AUTH_SECURE_EMAIL_CHANGE,
    currentPassword: e.AUTH_CURRENT_PASSWORD,
    manualLinking: e.AUTH_MANUAL_LINKING,
    redirects: e.AUTH_REDIRECTS,
  }
}
