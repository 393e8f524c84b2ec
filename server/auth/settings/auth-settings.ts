import { AUTH_RATES, AUTH_SECONDS, type AuthRate, type RateRule } from '#contract/auth.ts'
import { PUZZLE } from '#contract/sign-up-puzzle.ts'
import type { Config } from '#server/config/config.ts'
import type { AuthConfig } from '#server/config/auth-config.ts'

/** How this instance of the service behaves; every mode of docs/auth.md is a value here. */
export interface AuthSettings extends Pick<
  AuthConfig,
  | 'autoconfirm'
  | 'anonymous'
  | 'signups'
  | 'sessionDays'
  | 'securePasswordChange'
  | 'secureEmailChange'
  | 'currentPassword'
  | 'manualLinking'
> {
  /** The product's address without a trailing slash: where people land, and whose origin may call. */
  siteUrl: string
  /** The service's own address, and the `iss` of its tokens. */
  issuer: string
  /** Further addresses a redirect may lead to; `*` stops at '.' and '/'. */
  redirectAllowList: readonly string[]
  brandName: string
  /** Rules by what they limit; empty when limits are off in tests. */
  rates: Partial<Record<AuthRate, RateRule>>
  /** Seconds between two mails of one kind to one address; 0 for none. */
  mailInterval: number
  /** How long a proof of identity stays fresh. */
  proofSeconds: number
  /** The number of addresses per hour for which mails are requested, above which an error is logged. */
  mailsAlert: number
  /** Sign-ups per hour above which each one must solve a puzzle; null: never. */
  puzzles: { ofNetwork: number; ofAll: number } | null
  passwords: PasswordRules
  /** Administrator calls are served only if they come from this machine. */
  adminOnLoopbackOnly: boolean
}

/** The rules for passwords. */
export interface PasswordRules {
  minLength: number
  /** One character of each is required. */
  characters: readonly string[]
  /** Whether the most common passwords are refused. */
  refuseCommon: boolean
  brandName: string
}

export function authSettings(config: Config): AuthSettings {
  const { auth, authTestLimits: withoutLimits } = config
  return {
    siteUrl: config.publicUrl,
    issuer: `${config.publicUrl}${auth.basePath}`,
    redirectAllowList: auth.redirects,
    brandName: config.brandName,
    rates: ratesOf(auth, withoutLimits),
    mailInterval: auth.mailInterval ?? (withoutLimits ? 0 : AUTH_SECONDS.mailInterval),
    proofSeconds: auth.proofSeconds ?? (withoutLimits ? Infinity : AUTH_SECONDS.freshProof),
    mailsAlert: auth.mailsAlert,
    puzzles: puzzlesOf(auth, withoutLimits),
    passwords: {
      minLength: auth.passwordMinLength,
      characters: auth.passwordCharacters,
      refuseCommon: auth.commonPasswords,
      brandName: config.brandName,
    },
    adminOnLoopbackOnly: config.environment === 'production',
    autoconfirm: auth.autoconfirm,
    anonymous: auth.anonymous,
    signups: auth.signups,
    sessionDays: auth.sessionDays,
    securePasswordChange: auth.securePasswordChange,
    secureEmailChange: auth.secureEmailChange,
    currentPassword: auth.currentPassword,
    manualLinking: auth.manualLinking,
  }
}

function puzzlesOf(auth: AuthConfig, withoutLimits: boolean): AuthSettings['puzzles'] {
  const { puzzleAbove, puzzleAboveNetwork } = auth
  if (withoutLimits && puzzleAbove === null && puzzleAboveNetwork === null) return null
  return {
    ofNetwork: puzzleAboveNetwork ?? PUZZLE.aboveOfNetwork,
    ofAll: puzzleAbove ?? PUZZLE.aboveOfAll,
  }
}

function ratesOf(auth: AuthConfig, withoutLimits: boolean): AuthSettings['rates'] {
  const rates: AuthSettings['rates'] = withoutLimits ? {} : { ...AUTH_RATES }
  const { mailsPerNetwork: count } = auth
  if (count !== null) rates.mails = { burst: count, refill: count, seconds: 3_600 }
  return rates
}
