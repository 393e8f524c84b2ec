import { resolve } from 'node:path'
import type { SocialLinks } from '#contract/pages.ts'
import { feeTerms } from '#contract/fees.ts'
import { centsFromUsd, type FeeTerms } from '#contract/money.ts'
import type { ReviewWindowOutcome } from '#contract/deliverables.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import { type AuthConfig, authConfig } from './auth-config.ts'
import { type ClamdAddress, parseClamdAddress } from './clamd-address.ts'
import { withoutSlash } from './environment.ts'
import { filesOriginProblem } from './files-origin.ts'
import { kmsConfig, type KmsConfig } from './kms-config.ts'
import { parsePeerAddress, type PeerAddress } from './peer-address.ts'
import {
  fileKeysOf,
  type ListedFileKeys,
  plainKeyring,
  type PlainKeyring,
  readKeyringFile,
  serverKeys,
  UnusableKeyring,
} from './keyring-config.ts'
import { productionProblems } from './production-config.ts'
import { type PushConfig, pushConfig } from './push-config.ts'
import { type S3Config, s3Config } from './s3-config.ts'
import {
  type DocumentIssuer,
  documentIssuer,
  type SignerFiles,
  type TaxConfig,
  taxConfig,
} from './tax-config.ts'
import { type Environment, environment } from './variables.ts'

/**
 * Everything the processes read from the environment, parsed once at start. An invalid value stops the process with the
 * complete list of problems; nothing else in the product reads `process.env`.
 */

/** The ports of the local sandboxes, counted from SANDBOX_PORT. */
export const SANDBOX_PORT_OFFSETS = { stripe: 0, google: 1, mail: 2, smtp: 3, push: 4 } as const

/** The parsed configuration. Addresses have no trailing slash; `dataDir` is absolute. */
export interface Config {
  environment: 'development' | 'test' | 'production'
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string
  /** Connects as the database owner; null: DATABASE_URL is used. */
  migrationDatabaseUrl: string | null
  /** Null: reads go to the primary. */
  databaseReadUrl: string | null
  /** Where other processes send this one the events for its sockets; null: only through PostgreSQL (decision 0090). */
  peerAddress: PeerAddress | null
  databasePool: number
  /** If off, the schema is checked instead. */
  migrateAtStart: boolean
  /** If on, this process sends nothing out and is not ready for requests. */
  recoveryHold: boolean
  /** As given; empty: backups are not encrypted. */
  backupRecipients: readonly string[]
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
  /** Null: web push is off. */
  push: PushConfig | null
  /** Null: finished files are stored in `dataDir`. */
  s3: S3Config | null
  /** Bytes that uploads must leave free on the disk of `dataDir`. */
  storageReserve: number
  /** A path, or a name on the PATH. */
  ffmpeg: string
  /** The terms of new deals (decision 0024). */
  feeTerms: FeeTerms
  /** The minimum for new prices; null: only the limits of SPEC §5. */
  minimumPriceCents: number | null
  reviewWindowOutcome: ReviewWindowOutcome
  tax: TaxConfig
  documentIssuer: DocumentIssuer
  /** Null: the server signs documents with a self-signed certificate. */
  documentSigner: SignerFiles | null
  /** Lower-cased addresses of the people who may use the console. */
  operatorEmails: readonly string[]
  /** Null: uploads are not scanned. */
  clamd: ClamdAddress | null
  /** Decisions about at least this many cents need two operators (decision 0108); null: never. */
  secondPersonFromCents: number | null
  /** The origin that serves private files and nothing else; null: they are served from the product's own origin. */
  privateFilesUrl: string | null
  /** The file that lists the versions of keys; null: FILE_LINK_SECRET is the only key. */
  keyringFile: string | null
  /** Wraps the keys that KEYRING_FILE lists; null: they are not wrapped. */
  kms: KmsConfig | null
  /** Encrypts stored secrets, and signs links and sessions. */
  keys: Keyring
  /** Encrypts stored files; null: none has ever been encrypted. */
  fileKeys: ListedFileKeys | null
  authTestLimits: boolean
  auth: AuthConfig
  /** How long the process still accepts requests after SIGTERM, in ms. */
  drainNotice: number
  /** In ms; always 0 in production. */
  clockOffset: number
  trustedProxies: number
}

/** A configuration whose keys were not read, for a program that neither seals nor signs anything. */
export type UnkeyedConfig = Omit<Config, 'keys' | 'fileKeys'>

/** Thrown by `readConfig` with every problem found, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The footer's links outside production: the demo brand has no accounts, and no one else's may be passed off as its
 * own.
 */
const PLATFORM_HOMES: SocialLinks = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/',
  youtube: 'https://www.youtube.com/',
  twitter: 'https://x.com/',
}

/**
 * Parses an environment. Throws ConfigError listing every problem. Where a KMS wraps the keys, `opened` is what it
 * unwrapped: server/wrapped-keys/open-config.ts calls the KMS.
 */
export function readConfig(env: Record<string, string | undefined>, opened?: PlainKeyring): Config {
  const config = readUnkeyedConfig(env)
  return { ...config, ...keysOf(config, withoutBlanks(env)['FILE_LINK_SECRET'], opened) }
}

/** Parses an environment without reading any key. */
export function readUnkeyedConfig(env: Record<string, string | undefined>): UnkeyedConfig {
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
  const config: UnkeyedConfig = {
    environment: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL ?? `http://localhost:${e.PORT}`,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    migrationDatabaseUrl: e.MIGRATION_DATABASE_URL ?? null,
    databaseReadUrl: e.DATABASE_READ_URL ?? null,
    peerAddress: e.PEER_ADDRESS === undefined ? null : parsePeerAddress(e.PEER_ADDRESS),
    databasePool: e.DATABASE_POOL,
    migrateAtStart: e.MIGRATE_AT_START,
    recoveryHold: e.RECOVERY_HOLD,
    backupRecipients: e.BACKUP_RECIPIENTS,
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
    push: pushConfig(e, {
      supportEmail: e.SUPPORT_EMAIL,
      sandboxOrigin: isProduction
        ? null
        : `http://127.0.0.1:${e.SANDBOX_PORT + SANDBOX_PORT_OFFSETS.push}`,
    }),
    s3: complete(s3Config(e)),
    storageReserve: e.STORAGE_RESERVE_MB * 1024 * 1024,
    ffmpeg: e.FFMPEG_PATH,
    operatorEmails: e.OPERATOR_EMAILS,
    secondPersonFromCents: e.OPERATOR_SECOND_PERSON_FROM_CENTS,
    feeTerms: feeTerms(e.PLATFORM_FEE_PERCENT, centsFromUsd(e.PLATFORM_FEE_MINIMUM)),
    minimumPriceCents: e.MINIMUM_PRICE === undefined ? null : centsFromUsd(e.MINIMUM_PRICE),
    reviewWindowOutcome: e.REVIEW_WINDOW_OUTCOME,
    tax: taxConfig(e),
    documentIssuer: documentIssuer(e, e.BRAND_NAME),
    documentSigner: complete(documentSigner(e)),
    clamd: e.CLAMD_ADDRESS === undefined ? null : parseClamdAddress(e.CLAMD_ADDRESS),
    privateFilesUrl: e.PRIVATE_FILES_URL === undefined ? null : withoutSlash(e.PRIVATE_FILES_URL),
    keyringFile: e.KEYRING_FILE === undefined ? null : resolve(e.KEYRING_FILE),
    kms: complete(kmsConfig(e)),
    authTestLimits: e.AUTH_TEST_LIMITS,
    auth: authConfig(e, isProduction),
    drainNotice: (e.DRAIN_NOTICE_SECONDS ?? (isProduction ? 3 : 0)) * 1_000,
    clockOffset: e.CLOCK_OFFSET_SECONDS * 1_000,
    trustedProxies: e.TRUSTED_PROXIES,
  }
  const problems = isProduction ? productionProblems(config, given) : []
  const files = config.privateFilesUrl
  const filesProblem =
    files === null
      ? null
      : filesOriginProblem(files, { publicUrl: config.publicUrl, redirects: config.auth.redirects })
  if (filesProblem !== null) problems.push(`PRIVATE_FILES_URL ${filesProblem}.`)
  if (problems.length > 0)
    throw new ConfigError(
      `Configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
  return config
}

/** The files of the certificate that signs documents; null: one is generated. Returns a problem if only one is set. */
function documentSigner(e: Environment): SignerFiles | null | { problem: string } {
  const { DOCUMENT_CERTIFICATE_FILE: certificate, DOCUMENT_KEY_FILE: key } = e
  if (certificate === undefined && key === undefined) return null
  if (certificate === undefined || key === undefined)
    return {
      problem: 'DOCUMENT_CERTIFICATE_FILE, DOCUMENT_KEY_FILE: are set together or not at all',
    }
  return { certificate: resolve(certificate), key: resolve(key) }
}

/** Throws ConfigError for an unusable key file. */
function keysOf(
  { kms, keyringFile: path, environment: mode }: UnkeyedConfig,
  fileLinkSecret: string | undefined,
  opened: PlainKeyring | undefined,
): Pick<Config, 'keys' | 'fileKeys'> {
  if (kms !== null && opened === undefined)
    throw new Error('a KMS wraps the keys: openConfig reads them')
  try {
    const file = opened ?? (path === null ? null : plainKeyring(readKeyringFile(path)))
    const mayBeBuiltIn = kms === null && mode !== 'production'
    return { keys: serverKeys(file, fileLinkSecret, { mayBeBuiltIn }), fileKeys: fileKeysOf(file) }
  } catch (error) {
    if (!(error instanceof UnusableKeyring)) throw error
    throw new ConfigError(`Configuration is wrong:\n  KEYRING_FILE ${error.message}.`)
  }
}

/** A part of the configuration that several variables describe. Throws ConfigError if they are inconsistent. */
function complete<Part extends object>(part: Part | null | { problem: string }): Part | null {
  if (part === null || !('problem' in part)) return part
  throw new ConfigError(`Configuration is wrong:\n  ${part.problem}`)
}

/**
 * An empty variable counts as absent: `PORT= npm start` means the default. So does one of spaces, which would be read
 * as 0.
 */
function withoutBlanks(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== '',
    ),
  )
}
