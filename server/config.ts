import { resolve } from 'node:path'
import { z } from 'zod'
import { AUTH_LIMITS, AUTH_PATH } from '#contract/auth.ts'

/**
 * Everything the processes read from the environment, parsed once at start. A wrong value stops the
 * process with the whole list of what is wrong; nothing else in the product reads `process.env`.
 */

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true')

const port = z.coerce.number().int().min(1).max(65_535)

/** Ports of the local sandboxes, counted from SANDBOX_PORT. */
export const SANDBOX_PORT_OFFSETS = { stripe: 0, google: 1, mail: 2, smtp: 3 } as const

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.string().min(1),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DEMO_DATA: flag(true),
  SANDBOX_PORT: port.max(65_500).default(3100),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),

  BRAND_NAME: z.string().min(1).default('Cartwright'),
  SUPPORT_EMAIL: z.email().default('support@cartwright.example'),
  MAIL_FROM: z.string().min(3).default('Cartwright <hello@cartwright.example>'),
  SMTP_URL: z.string().min(1).optional(),

  STRIPE_API_BASE: z.url().optional(),
  STRIPE_SECRET_KEY: z.string().min(1).default('sk_test_sandbox'),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox'),

  GOOGLE_ISSUER: z.url().optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).default('cartwright-local'),
  GOOGLE_CLIENT_SECRET: z.string().min(1).default('cartwright-local-secret'),

  /** Signs links to private files; kept with the data folder when not given (see scripts). */
  FILE_LINK_SECRET: z.string().min(16).default('local-file-links-only'),
  /** AUTH.md §10: rate limits off in tests that are about something else. */
  AUTH_TEST_LIMITS: flag(false),
  /** Sign-ups are confirmed at once and get a session, without a mail. For tests of other software only. */
  AUTH_AUTOCONFIRM: flag(false),
  /** Sign-up without an address gives a session of its own. */
  AUTH_ANONYMOUS: flag(false),
  /** Off: nobody new comes in but by an administrator. */
  AUTH_SIGNUPS: flag(true),
  /** Seconds between two mails of one kind to one address; 60, or none under AUTH_TEST_LIMITS. */
  AUTH_MAIL_INTERVAL: z.coerce.number().int().min(0).max(86_400).optional(),
  /** Mails of the auth service an hour in all; 30, or no end under AUTH_TEST_LIMITS. */
  AUTH_MAILS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** A private JWK (RS256 or ES256) that signs instead of the keys kept in the database; or a JWKS, of which the first signs. */
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
  /** Changing the password needs the one in use. */
  AUTH_CURRENT_PASSWORD: flag(false),
  /** People may add and remove ways to sign in themselves. */
  AUTH_MANUAL_LINKING: flag(false),
  /** Further addresses a sign-in may lead back to, apart by commas; `*` stops at '.' and '/'. */
  AUTH_REDIRECTS: z.string().default(''),
  /** AUTH.md §10 (d): trust X-Forwarded-For from this many proxies in front of us. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
})

/** The modes of the auth service. */
export interface AuthConfig {
  autoconfirm: boolean
  anonymous: boolean
  signups: boolean
  /** In seconds; null where the environment does not say. */
  mailInterval: number | null
  mailsPerHour: number | null
  /** Absolute. */
  signingKeyFile: string | null
  /** Begins with a slash and does not end with one. */
  basePath: string
  passwordMinLength: number
  /** A password needs one character of each. */
  passwordCharacters: readonly string[]
  commonPasswords: boolean
  securePasswordChange: boolean
  currentPassword: boolean
  manualLinking: boolean
  redirects: readonly string[]
}

/** The parsed configuration. Addresses carry no trailing slash; `dataDir` is absolute. */
export interface Config {
  environment: 'development' | 'test' | 'production'
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string
  databasePool: number
  demoData: boolean
  /** The first of the sandboxes' ports. */
  sandboxPort: number
  logLevel: string
  brandName: string
  supportEmail: string
  mailFrom: string
  smtpUrl: string
  stripe: { apiBase: string; secretKey: string; webhookSecret: string }
  google: { issuer: string; clientId: string; clientSecret: string }
  fileLinkSecret: string
  authTestLimits: boolean
  auth: AuthConfig
  trustedProxies: number
}

/** Thrown by `readConfig` with every problem found, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** Parses an environment. Throws ConfigError listing all that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(withoutBlanks(env))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Configuration is wrong:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const isProduction = e.NODE_ENV === 'production'
  const service = (real: string, sandbox: number) =>
    isProduction ? real : `http://127.0.0.1:${e.SANDBOX_PORT + sandbox}`
  const config: Config = {
    environment: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    publicUrl: withoutSlash(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    demoData: e.DEMO_DATA,
    sandboxPort: e.SANDBOX_PORT,
    logLevel: e.LOG_LEVEL,
    brandName: e.BRAND_NAME,
    supportEmail: e.SUPPORT_EMAIL,
    mailFrom: e.MAIL_FROM,
    smtpUrl: e.SMTP_URL ?? `smtp://127.0.0.1:${e.SANDBOX_PORT + SANDBOX_PORT_OFFSETS.smtp}`,
    stripe: {
      apiBase: withoutSlash(
        e.STRIPE_API_BASE ?? service('https://api.stripe.com', SANDBOX_PORT_OFFSETS.stripe),
      ),
      secretKey: e.STRIPE_SECRET_KEY,
      webhookSecret: e.STRIPE_WEBHOOK_SECRET,
    },
    google: {
      issuer: withoutSlash(
        e.GOOGLE_ISSUER ?? service('https://accounts.google.com', SANDBOX_PORT_OFFSETS.google),
      ),
      clientId: e.GOOGLE_CLIENT_ID,
      clientSecret: e.GOOGLE_CLIENT_SECRET,
    },
    fileLinkSecret: e.FILE_LINK_SECRET,
    authTestLimits: e.AUTH_TEST_LIMITS,
    auth: authConfig(e),
    trustedProxies: e.TRUSTED_PROXIES,
  }
  refuseSandboxesInProduction(config)
  return config
}

function authConfig(e: z.output<typeof environment>): AuthConfig {
  const common = e.AUTH_COMMON_PASSWORDS
  const listOf = (text: string, separator: string) =>
    text
      .split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return {
    autoconfirm: e.AUTH_AUTOCONFIRM,
    anonymous: e.AUTH_ANONYMOUS,
    signups: e.AUTH_SIGNUPS,
    mailInterval: e.AUTH_MAIL_INTERVAL ?? null,
    mailsPerHour: e.AUTH_MAILS_PER_HOUR ?? null,
    signingKeyFile: e.AUTH_SIGNING_KEY_FILE === undefined ? null : resolve(e.AUTH_SIGNING_KEY_FILE),
    basePath: withoutSlash(e.AUTH_BASE_PATH),
    passwordMinLength: e.AUTH_PASSWORD_MIN_LENGTH,
    passwordCharacters: listOf(e.AUTH_PASSWORD_CHARACTERS, ':'),
    commonPasswords:
      common === undefined ? e.NODE_ENV === 'production' : common === '1' || common === 'true',
    securePasswordChange: e.AUTH_SECURE_PASSWORD_CHANGE,
    currentPassword: e.AUTH_CURRENT_PASSWORD,
    manualLinking: e.AUTH_MANUAL_LINKING,
    redirects: listOf(e.AUTH_REDIRECTS, ','),
  }
}

/** PAYMENTS.md: production never talks to a sandbox, and never signs with a built-in secret. */
function refuseSandboxesInProduction(config: Config): void {
  if (config.environment !== 'production') return
  const problems: string[] = []
  for (const [name, url] of [
    ['STRIPE_API_BASE', config.stripe.apiBase],
    ['GOOGLE_ISSUER', config.google.issuer],
    ['SMTP_URL', config.smtpUrl],
  ] as const) {
    if (isLoopback(url))
      problems.push(`  ${name}: points at a local sandbox, which production must not use`)
  }
  if (config.stripe.secretKey === 'sk_test_sandbox')
    problems.push('  STRIPE_SECRET_KEY: is required')
  if (config.stripe.webhookSecret === 'whsec_sandbox')
    problems.push('  STRIPE_WEBHOOK_SECRET: is required')
  if (config.auth.autoconfirm)
    problems.push('  AUTH_AUTOCONFIRM: would let anybody in under any address')
  if (config.fileLinkSecret === 'local-file-links-only')
    problems.push('  FILE_LINK_SECRET: is required')
  if (problems.length > 0) throw new ConfigError(`Configuration is wrong:\n${problems.join('\n')}`)
}

function isLoopback(url: string): boolean {
  const host = new URL(url).hostname
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/** An empty variable is an absent one: `PORT= npm start` means the default. */
function withoutBlanks(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
}
