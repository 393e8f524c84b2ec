import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  readConfig,
  readUnkeyedConfig,
  SANDBOX_PORT_OFFSETS,
  type UnkeyedConfig,
} from '#server/config/config.ts'
import { readKeyringFile } from '#server/config/keyring-config.ts'
import { DEMO_OPERATOR } from '#scripts/demo/cast.ts'
import { tryPort } from './ports.ts'
import { until } from './processes.ts'

/** Printed to the terminal as it is, without a stack trace. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The sandboxes, by the service they replace. */
export type Sandbox = 'stripe' | 'google' | 'mail' | 'push'

/** What the launcher decides before it starts anything. */
export interface LaunchSettings {
  config: UnkeyedConfig
  /** Environment of every child; DATABASE_URL is added once the database runs. */
  env: Record<string, string>
  /** The sandboxes to start: those whose service is not configured elsewhere. */
  sandboxes: Sandbox[]
  /** The server's own address on this machine, regardless of PUBLIC_URL. */
  localUrl: string
  /** Address of the sandbox inbox, or null when mail is sent elsewhere. */
  inboxUrl: string | null
  /** DATABASE_URL as given; null means the embedded server. */
  databaseUrl: string | null
  /** The same database, signed in as its owner, when that is another role. */
  migrationDatabaseUrl: string | null
}

/** Reads the environment and the data folder. Throws Refusal or ConfigError with what is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv): LaunchSettings {
  const given = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  const databaseUrl = given['DATABASE_URL'] ?? null
  const draft = readUnkeyedConfig({
    ...given,
    DATABASE_URL: databaseUrl ?? 'postgres://not-started-yet',
  })
  prepareDataFolder(draft.dataDir)
  const secrets = keptSecrets(draft, given)
  const sandboxes = draft.environment === 'production' ? [] : sandboxesFor(given)
  const localUrl = `http://${isWildcard(draft.host) ? '127.0.0.1' : bracketed(draft.host)}:${draft.port}`
  const env = {
    ...secrets,
    ...given,
    DATA_DIR: draft.dataDir,
    ...demoOperator(draft, given),
    SANDBOXES: sandboxes.join(','),
    SANDBOX_HOST: sandboxHost(draft.host),
    SANDBOX_WEBHOOK_URL: `${localUrl}/webhooks/stripe`,
    // Node caches compiled code there: the next start is faster.
    NODE_COMPILE_CACHE: given['NODE_COMPILE_CACHE'] ?? resolve('node_modules/.cache/node'),
  }
  const config = readUnkeyedConfig({ ...env, DATABASE_URL: draft.databaseUrl })
  // A KMS is called only by programs that need the keys.
  if (config.kms === null) readConfig({ ...env, DATABASE_URL: draft.databaseUrl })
  const inboxUrl = `http://127.0.0.1:${config.sandboxPort + SANDBOX_PORT_OFFSETS.mail}`
  return {
    config,
    env,
    sandboxes,
    localUrl,
    inboxUrl: sandboxes.includes('mail') ? inboxUrl : null,
    databaseUrl,
    migrationDatabaseUrl: databaseUrl === null ? null : config.migrationDatabaseUrl,
  }
}

/** The demo's operator may use the console when no one else is named; production has no demo. */
function demoOperator(draft: UnkeyedConfig, given: Record<string, string>): Record<string, string> {
  const wanted = draft.demoData && draft.environment !== 'production'
  return wanted && given['OPERATOR_EMAILS'] === undefined
    ? { OPERATOR_EMAILS: DEMO_OPERATOR.email }
    : {}
}

/** Production has none: a service that is not configured is refused, or the provider's own is used. */
function sandboxesFor(given: Record<string, string>): Sandbox[] {
  const sandboxes: Sandbox[] = []
  if (!given['STRIPE_API_BASE']) sandboxes.push('stripe')
  if (!given['GOOGLE_ISSUER']) sandboxes.push('google')
  if (!given['SMTP_URL']) sandboxes.push('mail')
  sandboxes.push('push')
  return sandboxes
}

/** Sandboxes are reachable from this machine only, unless the server itself is public. */
const sandboxHost = (host: string) => (isWildcard(host) ? host : '127.0.0.1')

const isWildcard = (host: string) => host === '0.0.0.0' || host === '::'
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new Refusal(
      `The data folder ${folder} cannot be written to (${reason}); set DATA_DIR to one that can.`,
    )
  }
}

/** Node's own recursive mkdir never returns below a folder that accepts no entries, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/**
 * Secrets are generated once per data folder, so that file links, webhook signatures and push subscriptions survive a
 * restart. A key file with a current version of its own needs no version 1, so none is generated beside it; nor is a
 * plain one where a KMS wraps the keys.
 */
function keptSecrets(
  { dataDir, environment }: UnkeyedConfig,
  given: Record<string, string>,
): Record<string, string> {
  const file = join(dataDir, 'secrets.json')
  const kept = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    : null
  const secrets = { ...(kept ?? newSecrets(given)) }
  // Production sends pushes only with a key that its operator provided.
  if (environment !== 'production') secrets['VAPID_PRIVATE_KEY'] ??= newPushKey()
  if (Object.keys(secrets).length > Object.keys(kept ?? {}).length)
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

/** A private key on P-256, base64url. */
function newPushKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Shorter than 32 bytes once in 256 keys.
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
}

function newSecrets(given: Record<string, string>): Record<string, string> {
  return {
    ...(given['KMS_URL'] !== undefined || makesAlone(given['KEYRING_FILE'])
      ? {}
      : { FILE_LINK_SECRET: randomBytes(32).toString('base64url') }),
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64url')}`,
  }
}

/** Whether a key file has the current version. Problems with the file are reported where the configuration is read. */
function makesAlone(path: string | undefined): boolean {
  if (path === undefined) return false
  try {
    const { server } = readKeyringFile(path)
    return server?.versions[server.makes] !== undefined
  } catch {
    return false
  }
}

/** Throws Refusal when a required port is in use. */
export async function refuseTakenPorts({ config, sandboxes }: LaunchSettings): Promise<void> {
  if (!(await becomesFree(config.port, config.host))) {
    throw new Refusal(
      `Port ${config.port} on ${config.host} is taken or not allowed; set PORT to a free one.`,
    )
  }
  const needed = [...sandboxes, ...(sandboxes.includes('mail') ? (['smtp'] as const) : [])]
  for (const name of needed) {
    const port = config.sandboxPort + SANDBOX_PORT_OFFSETS[name]
    if (await becomesFree(port, sandboxHost(config.host))) continue
    throw new Refusal(
      `Port ${port} for the ${name} sandbox is taken or not allowed; set SANDBOX_PORT to the first of five free ones.`,
    )
  }
}

/** A server whose launcher was killed exits a moment later, so this waits for its port, but not for a port that is not permitted. */
async function becomesFree(port: number, host: string): Promise<boolean> {
  let found = await tryPort(port, host)
  const answered = async () => {
    found = await tryPort(port, host)
    return found !== 'taken'
  }
  if (found === 'taken') await until(answered, 2_000, 100)
  return found === 'free'
}
