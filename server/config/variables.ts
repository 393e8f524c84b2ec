import { z } from 'zod'
import { DEFAULT_FEE_PERCENT, FEE_LIMITS } from '#contract/fees.ts'
import { MINIMUM_PRICE_USD } from '#contract/minimum-price.ts'
import { SECOND_PERSON_FROM_CENTS } from '#contract/operator-proposals.ts'
import { hasWholeCents } from '#contract/money.ts'
import { REVIEW_WINDOW_DAYS, REVIEW_WINDOW_OUTCOMES } from '#contract/deliverables.ts'
import { authEnvironment } from './auth-config.ts'
import { brandEnvironment } from './brand-variables.ts'
import { flag, siteAddress } from './environment.ts'
import { fileEnvironment } from './file-variables.ts'
import { parsePeerAddress } from './peer-address.ts'
import { pushEnvironment } from './push-config.ts'
import { taxEnvironment } from './tax-config.ts'

const port = z.coerce.number().int().min(1).max(65_535)
/** An address alone, or a name and <an address>. */
const SENDER = /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

const listening = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production runs without sandboxes, demo data and built-in secrets.'),
  PORT: port.default(3000).describe('Where the product listens.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('The address it listens on.'),
  PUBLIC_URL: siteAddress
    .optional()
    .describe('What links in mails and redirects begin with; http://localhost:PORT without it.'),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe(
      'How many proxies in front of the process may name the client (X-Forwarded-For). One too many, and anyone may name an address of their own.',
    ),
  DRAIN_NOTICE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(5)
    .optional()
    .describe(
      'Seconds that a stopping process still takes requests while /health/ready answers 503, so that a load balancer sends the next ones elsewhere. 3 in production, otherwise 0.',
    ),
}

const data = {
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder for the embedded database, files, secrets, sandbox state and logs.'),
  DATABASE_URL: z
    .string()
    .min(1)
    .describe(
      'PostgreSQL 15 or later: postgres://user:password@host:5432/database. `npm start` runs an embedded one where this is not set.',
    ),
  MIGRATION_DATABASE_URL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The same database as the role that owns its tables, for migrations and commands. The role of DATABASE_URL then gets what serving needs and nothing else: it cannot drop a table or disable a trigger.',
    ),
  DATABASE_READ_URL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A standby that follows DATABASE_URL: browsing, search, public profiles and sitemaps read from it while it is at most three seconds behind.',
    ),
  PEER_ADDRESS: z
    .string()
    .refine((text) => parsePeerAddress(text) !== null, 'is host:port, IPv6 in brackets')
    .optional()
    .describe(
      'host:port of this process in a network that only its fellow processes reach: they send each other messages there instead of through PostgreSQL. Each process has its own; encrypted with keys from the database.',
    ),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('The most connections that one process holds.'),
  MIGRATE_AT_START: flag(true).describe(
    'Whether a process migrates the database before it serves. Off: `npm run migrate` does it, and a process refuses to start on a schema that is older or newer than its release.',
  ),
  RECOVERY_HOLD: flag(false).describe(
    'For a database that was recovered: while on, a process works no jobs, calls no payment provider, sends no mail and is not ready. Switch it off for all processes at once.',
  ),
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.string().regex(/^age1/, 'begins with age1')))
    .describe(
      'Who can decrypt the backups: age recipients (age1…), separated by commas; `npm run backup -- --make-key=<file>` makes one. Without any, backups are not encrypted.',
    ),
  DEMO_DATA: flag(true).describe('Whether `npm start` fills an empty database with a demo.'),
  SANDBOX_PORT: port
    .max(65_500)
    .default(3100)
    .describe('The first of four neighbouring ports: Stripe, Google, mail inbox, SMTP.'),
  CLOCK_OFFSET_SECONDS: z.coerce
    .number()
    .int()
    .min(-31_536_000)
    .max(31_536_000)
    .default(0)
    .describe(
      'Seconds that the clock of this process runs ahead of the machine (negative: behind). For drills only.',
    ),
}

const providers = {
  MAIL_FROM: z
    .string()
    .refine((text) => SENDER.test(text), 'is an address, or a name followed by one in <…>')
    .default('Cartwright <hello@cartwright.example>')
    .describe('The sender of all mail.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('The mail server; without it, the sandbox inbox.'),
  STRIPE_SECRET_KEY: z
    .string()
    .min(1)
    .default('sk_test_sandbox')
    .describe('The secret key of the Stripe account.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .default('whsec_sandbox')
    .describe('The signing secrets of the webhook endpoints, separated by commas.'),
  STRIPE_API_BASE: z.url().optional().describe('Overrides the address of the Stripe API.'),
  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .default('cartwright-local')
    .describe('The OAuth client that people sign in with.'),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .min(1)
    .default('cartwright-local-secret')
    .describe('The secret of that client.'),
  GOOGLE_ISSUER: z.url().optional().describe('Overrides the address of the OpenID provider.'),
  ...pushEnvironment,
}

const rules = {
  PLATFORM_FEE_PERCENT: z.coerce
    .number()
    .min(FEE_LIMITS.percent.min)
    .max(FEE_LIMITS.percent.max)
    .refine(hasWholeCents, 'has at most two decimals')
    .default(DEFAULT_FEE_PERCENT)
    .describe(
      'The platform’s share of deals accepted from this start on, in percent with at most two decimals (SPEC §9). Earlier deals keep their terms.',
    ),
  PLATFORM_FEE_MINIMUM: z.coerce
    .number()
    .min(FEE_LIMITS.minimumUsd.min)
    .max(FEE_LIMITS.minimumUsd.max)
    .refine(hasWholeCents, 'has at most two decimals')
    .default(0)
    .describe('The minimum fee per deal, in USD, but never more than half of the price.'),
  MINIMUM_PRICE: z.coerce
    .number()
    .min(MINIMUM_PRICE_USD.min)
    .max(MINIMUM_PRICE_USD.max)
    .refine(hasWholeCents, 'has at most two decimals')
    .optional()
    .describe(
      'The minimum for new prices, in USD: set it above the payment provider’s fee for a charge. It applies to budgets, applications, offers, packages, changes and extensions; existing prices stay. Without it, a price is at least $1.00 and a budget has no minimum.',
    ),
  REVIEW_WINDOW_OUTCOME: z
    .enum(REVIEW_WINDOW_OUTCOMES)
    .default('approve')
    .describe(
      `The outcome for a delivery that was not reviewed within ${REVIEW_WINDOW_DAYS} days: it is approved, or a dispute is opened.`,
    ),
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
    .pipe(z.array(z.email()))
    .describe('Who may use the console, separated by commas; each also needs a second factor.'),
  OPERATOR_SECOND_PERSON_FROM_CENTS: z
    .string()
    .regex(/^(off|\d{1,12})$/, 'is a number of cents, or off')
    .default(String(SECOND_PERSON_FROM_CENTS))
    .transform((text) => (text === 'off' ? null : Number(text)))
    .describe(
      'Decisions about this many cents or more need two operators: one proposes, another confirms. 0: always; off: never.',
    ),
}

const watching = {
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe level that is logged.'),
  LOG_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('If set, the log goes to this file, which is rotated, instead of standard output.'),
  METRICS_PORT: port
    .optional()
    .describe(
      'If set, serves Prometheus metrics on GET /metrics of this port. Never PORT, which is public.',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The address that the metrics listen on.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'If set, spans of requests, jobs and statements are sent to this OTLP receiver over HTTP. Its libraries read other OTEL_… variables themselves.',
    ),
}

const authentication = {
  ...authEnvironment,
  AUTH_TEST_LIMITS: flag(false).describe(
    'Turns off the rate limits of the auth service, for tests that are not about them.',
  ),
}

/**
 * Every variable that a server process reads, grouped by subject. Each has a description: `.env.example` is generated
 * from it (scripts/env-example.ts).
 */
export const sections = {
  'The process': listening,
  Data: data,
  Files: fileEnvironment,
  'The brand': brandEnvironment,
  'Mail, payments, sign-in with Google, web push': providers,
  'Rules of the market': rules,
  'Documents and tax': taxEnvironment,
  'Logs, metrics, traces': watching,
  'The auth service': authentication,
}

/** The schema of the environment: all sections in one object. */
export const environment = z.object({
  ...listening,
  ...data,
  ...fileEnvironment,
  ...brandEnvironment,
  ...providers,
  ...rules,
  ...taxEnvironment,
  ...watching,
  ...authentication,
})

/** The parsed environment, with defaults filled in. */
export type Environment = z.output<typeof environment>
