import { resolve } from 'node:path'
import { z } from 'zod'

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
  /** AUTH.md §10 (d): trust X-Forwarded-For from this many proxies in front of us. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
})

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
    trustedProxies: e.TRUSTED_PROXIES,
  }
  refuseSandboxesInProduction(config)
  return config
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
