import { resolve } from 'node:path'
import { z } from 'zod'
import type { SocialLinks } from '#contract/pages.ts'
import { DEFAULT_FEE_PERCENT, FEE_LIMITS, feeTerms } from '#contract/fees.ts'
import { centsFromUsd, type FeeTerms, hasWholeCents } from '#contract/money.ts'
import { REVIEW_WINDOW_OUTCOMES, type ReviewWindowOutcome } from '#contract/deliverables.ts'
import { type AuthConfig, authConfig, authEnvironment } from './auth-config.ts'
import { flag } from './environment.ts'
import { productionProblems } from './production-config.ts'

/**
 * Everything the processes read from the environment, parsed once at start. A wrong value stops the process with the
 * complete list of problems; nothing else in the product reads `process.env`.
 */

const port = z.coerce.number().int().min(1).max(65_535)

/** Ports of the local sandboxes, counted from SANDBOX_PORT. */
export const SANDBOX_PORT_OFFSETS = { stripe: 0, google: 1, mail: 2, smtp: 3 } as const

const https = z.url({ protocol: /^https$/ })

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
  /** If set, serves Prometheus metrics on GET /metrics of this port. Never the product's own port, which is public. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * If set, spans of requests, jobs and statements are sent to this OTLP receiver over HTTP. Its libraries read other
   * OTEL_… variables themselves.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** If set, the log goes to this file, which is rotated, instead of standard output. */
  LOG_FILE: z.string().min(1).optional(),

  BRAND_NAME: z.string().min(1).default('Cartwright'),
  SUPPORT_EMAIL: z.email().default('support@cartwright.example'),
  /** SPEC §2, footer. The icon of a platform without an address is not shown. */
  SOCIAL_INSTAGRAM_URL: https.optional(),
  SOCIAL_TIKTOK_URL: https.optional(),
  SOCIAL_YOUTUBE_URL: https.optional(),
  SOCIAL_TWITTER_URL: https.optional(),
  MAIL_FROM: z.string().min(3).default('Cartwright <hello@cartwright.example>'),
  SMTP_URL: z.string().min(1).optional(),

  STRIPE_API_BASE: z.url().optional(),
  STRIPE_SECRET_KEY: z.string().min(1).default('sk_test_sandbox'),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox'),

  GOOGLE_ISSUER: z.url().optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).default('cartwright-local'),
  GOOGLE_CLIENT_SECRET: z.string().min(1).default('cartwright-local-secret'),

  /** If set, finished files are stored in this bucket of an S3-compatible store instead of DATA_DIR. */
  STORAGE_S3_BUCKET: z.string().min(1).optional(),
  /** The store's endpoint; absent means Amazon's own for the region. */
  STORAGE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  STORAGE_S3_REGION: z.string().min(1).default('us-east-1'),
  /** Without a key pair the SDK uses its own defaults (its variables, the machine's role). */
  STORAGE_S3_ACCESS_KEY: z.string().min(1).optional(),
  STORAGE_S3_SECRET_KEY: z.string().min(1).optional(),
  /** Bucket in the path instead of the host name. On unless Amazon's own endpoint is used. */
  STORAGE_S3_PATH_STYLE: z.enum(['0', '1', 'true', 'false']).optional(),
  /** MiB that uploads leave free on the disk of DATA_DIR; the database may write there too. */
  STORAGE_RESERVE_MB: z.coerce.number().int().min(0).max(1_000_000_000).default(128),
  /** Makes posters and previews of videos if present. */
  FFMPEG_PATH: z.string().min(1).default('ffmpeg'),

  /** Who may use the console, separated by commas; each also needs a second factor. */
  OPERATOR_EMAILS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.email())),

  /** SPEC §9: the platform's share of new deals, in percent, and its minimum per deal, in USD. */
  PLATFORM_FEE_PERCENT: z.coerce
    .number()
    .min(FEE_LIMITS.percent.min)
    .max(FEE_LIMITS.percent.max)
    .refine(hasWholeCents, 'has at most two decimals')
    .default(DEFAULT_FEE_PERCENT),
  PLATFORM_FEE_MINIMUM: z.coerce
    .number()
    .min(FEE_LIMITS.minimumUsd.min)
    .max(FEE_LIMITS.minimumUsd.max)
    .refine(hasWholeCents, 'has at most two decimals')
    .default(0),

  /** DECISIONS 16: the outcome for a delivery that was not reviewed within 7 days. */
  REVIEW_WINDOW_OUTCOME: z.enum(REVIEW_WINDOW_OUTCOMES).default('approve'),

  /** Signs links to private files; generated and kept with the data folder if not given (see scripts). */
  FILE_LINK_SECRET: z.string().min(16).default('local-file-links-only'),
  /** AUTH.md §10: switches rate limits off in tests of other things. */
  AUTH_TEST_LIMITS: flag(false),
  ...authEnvironment,
  /**
   * Seconds a stopping process still takes requests while /health/ready answers 503, so that a load balancer sends the
   * next ones elsewhere. 3 in production, otherwise none.
   */
  DRAIN_NOTICE_SECONDS: z.coerce.number().min(0).max(5).optional(),
  /** Seconds this process's clock runs ahead of the machine's (negative: behind), to test a wrong clock. */
  CLOCK_OFFSET_SECONDS: z.coerce.number().int().min(-31_536_000).max(31_536_000).default(0),
  /** AUTH.md §10 (d): trust X-Forwarded-For from this many proxies in front of us. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
})

/** An S3-compatible store. `keys` null: the SDK's own way of finding them. */
export interface S3Config {
  bucket: string
  endpoint: string | null
  region: string
  keys: { accessKeyId: string; secretAccessKey: string } | null
  pathStyle: boolean
}

/** The parsed configuration. Addresses have no trailing slash; `dataDir` is absolute. */
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
  /** Absolute; null: standard output. */
  logFile: string | null
  /** Where metrics are served; null: nowhere, and nothing is counted. */
  metrics: { host: string; port: number } | null
  /** Where spans are sent; null: nowhere, and tracing is not loaded. */
  tracesUrl: string | null
  brandName: string
  supportEmail: string
  /** The site's own pages on other platforms. */
  socialLinks: SocialLinks
  mailFrom: string
  smtpUrl: string
  stripe: { apiBase: string; secretKey: string; webhookSecret: string }
  google: { issuer: string; clientId: string; clientSecret: string }
  /** Null: finished files are stored in `dataDir`. */
  s3: S3Config | null
  /** Bytes that uploads leave free on the disk of `dataDir`. */
  storageReserve: number
  /** A path, or a name on the PATH. */
  ffmpeg: string
  /** The terms of new deals (docs/decisions/0024). */
  feeTerms: FeeTerms
  reviewWindowOutcome: ReviewWindowOutcome
  /** Lower-cased addresses of those who may use the console. */
  operatorEmails: readonly string[]
  fileLinkSecret: string
  authTestLimits: boolean
  auth: AuthConfig
  /** How long it still takes requests once it was asked to stop, in ms. */
  drainNotice: number
  /** In ms; always 0 in production. */
  clockOffset: number
  trustedProxies: number
}

/** Thrown by `readConfig` with every problem found, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The footer's links outside production: the demo brand has no accounts, and no one else's must pass for them. */
const PLATFORM_HOMES: SocialLinks = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/',
  youtube: 'https://www.youtube.com/',
  twitter: 'https://x.com/',
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** Parses an environment. Throws ConfigError listing every problem. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = withoutBlanks(env)
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Configuration is wrong:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const isProduction = e.NODE_ENV === 'production'
  const service = (real: string, sandbox: number) =>
    isProduction ? real : `http://127.0.0.1:${e.SANDBOX_PORT + sandbox}`
  const homes = isProduction ? {} : PLATFORM_HOMES
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
    logFile: e.LOG_FILE === undefined ? null : resolve(e.LOG_FILE),
    metrics: e.METRICS_PORT === undefined ? null : { host: e.METRICS_HOST, port: e.METRICS_PORT },
    tracesUrl:
      e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : `${withoutSlash(e.OTEL_EXPORTER_OTLP_ENDPOINT)}/v1/traces`,
    brandName: e.BRAND_NAME,
    supportEmail: e.SUPPORT_EMAIL,
    socialLinks: {
      instagram: e.SOCIAL_INSTAGRAM_URL ?? homes.instagram,
      tiktok: e.SOCIAL_TIKTOK_URL ?? homes.tiktok,
      youtube: e.SOCIAL_YOUTUBE_URL ?? homes.youtube,
      twitter: e.SOCIAL_TWITTER_URL ?? homes.twitter,
    },
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
    s3: s3Config(e),
    storageReserve: e.STORAGE_RESERVE_MB * 1024 * 1024,
    ffmpeg: e.FFMPEG_PATH,
    operatorEmails: e.OPERATOR_EMAILS,
    feeTerms: feeTerms(e.PLATFORM_FEE_PERCENT, centsFromUsd(e.PLATFORM_FEE_MINIMUM)),
    reviewWindowOutcome: e.REVIEW_WINDOW_OUTCOME,
    fileLinkSecret: e.FILE_LINK_SECRET,
    authTestLimits: e.AUTH_TEST_LIMITS,
    auth: authConfig(e, isProduction),
    drainNotice: (e.DRAIN_NOTICE_SECONDS ?? (isProduction ? 3 : 0)) * 1_000,
    clockOffset: e.CLOCK_OFFSET_SECONDS * 1_000,
    trustedProxies: e.TRUSTED_PROXIES,
  }
  const problems = isProduction ? productionProblems(config, given) : []
  if (problems.length > 0)
    throw new ConfigError(
      `Configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
  return config
}

/** Throws ConfigError for half a key pair: the SDK would silently look for others. */
function s3Config(e: z.output<typeof environment>): S3Config | null {
  if (e.STORAGE_S3_BUCKET === undefined) return null
  const { STORAGE_S3_ACCESS_KEY: id, STORAGE_S3_SECRET_KEY: secret } = e
  if ((id === undefined) !== (secret === undefined)) {
    throw new ConfigError(
      'Configuration is wrong:\n  STORAGE_S3_ACCESS_KEY, STORAGE_S3_SECRET_KEY: are set together or not at all',
    )
  }
  const style = e.STORAGE_S3_PATH_STYLE
  return {
    bucket: e.STORAGE_S3_BUCKET,
    endpoint: e.STORAGE_S3_ENDPOINT === undefined ? null : withoutSlash(e.STORAGE_S3_ENDPOINT),
    region: e.STORAGE_S3_REGION,
    keys:
      id === undefined || secret === undefined
        ? null
        : { accessKeyId: id, secretAccessKey: secret },
    pathStyle:
      style === undefined ? e.STORAGE_S3_ENDPOINT !== undefined : style === '1' || style === 'true',
  }
}

/** An empty variable counts as absent: `PORT= npm start` means the default. */
function withoutBlanks(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
}
