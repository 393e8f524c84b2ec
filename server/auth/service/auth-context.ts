import type { Config } from '#server/config/config.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import { createMailSeal, type MailSeal } from '#server/mail/sealed-mail.ts'
import {
  createGoogleProvider,
  type GoogleProvider,
} from '#server/providers/google/google-provider.ts'
import { type AccountMarks, createAccountMarks } from '#server/account-marks/account-marks.ts'
import { type AccessTokens, createAccessTokens } from '#server/auth/keys/access-token.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import { type AuthSettings, authSettings } from '#server/auth/settings/auth-settings.ts'
import { createMailLimits, type MailLimits } from '#server/auth/limits/mail-limits.ts'
import {
  createPasswordHashes,
  PASSWORD_COST,
  type PasswordHashes,
} from '#server/auth/passwords/password-hashes.ts'
import { createRateLimits, type RateLimits } from '#server/auth/limits/rate-limits.ts'
import { createPuzzles, type Puzzles } from '#server/auth/limits/puzzles.ts'
import { createSigningKeys, type SigningKeys } from '#server/auth/keys/signing-keys.ts'

/** The dependencies of the service. */
export interface AuthDeps {
  config: Config
  pool: Pool
  log: Log
  /** The current time. Tests pass their own. */
  clock: () => Date
  /** Cheaper hashes for tests, which may count them; refused in any other environment. */
  passwords?: PasswordHashes
}

/** The service's parts, created once per process. */
export interface AuthContext {
  settings: AuthSettings
  pool: Pool
  log: Log
  clock: () => Date
  keyring: Keyring
  mailSeal: MailSeal
  marks: AccountMarks
  passwords: PasswordHashes
  keys: SigningKeys
  accessTokens: AccessTokens
  limits: RateLimits
  mailLimits: MailLimits
  google: GoogleProvider
  puzzles: Puzzles
}

export function createAuthContext(deps: AuthDeps): AuthContext {
  const { config, pool, log, clock, passwords = createPasswordHashes(PASSWORD_COST) } = deps
  if (deps.passwords !== undefined && config.environment !== 'test') {
    throw new Error('only tests may make password hashes cheaper')
  }
  const settings = authSettings(config)
  const keyring = config.keys
  const keys = createSigningKeys(pool, keyring, config.auth.signingKeyFile)
  return {
    settings,
    pool,
    log,
    clock,
    keyring,
    mailSeal: createMailSeal(keyring),
    marks: createAccountMarks(keyring),
    passwords,
    keys,
    accessTokens: createAccessTokens(keys, settings.issuer),
    limits: createRateLimits(pool, settings),
    mailLimits: createMailLimits(settings, keyring),
    puzzles: createPuzzles(pool, keyring, settings, tellOfFlood(log)),
    google: createGoogleProvider({ ...config.google, redirectUri: `${settings.issuer}/callback` }),
  }
}

/** The interval between two log lines of a process about a flood of sign-ups, in ms. */
const FLOOD_LINE_MS = 10 * 60_000

/** Logs that sign-ups need a puzzle, so that someone investigates: once every ten minutes. */
function tellOfFlood(log: Log): (now: Date) => void {
  let said = -Infinity
  return (now) => {
    if (now.getTime() - said < FLOOD_LINE_MS) return
    said = now.getTime()
    log.warn('unusually many sign-ups: each has to solve a puzzle')
  }
}

/** An account's name in rate limits, also for an address without an account. */
export function accountKey(ctx: AuthContext, email: string): string {
  return ctx.keyring.lookup('account', email).toString('base64url')
}
