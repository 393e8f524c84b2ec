import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { migrate, OutdatedSchema, refuseOutdatedSchema } from '#server/db/migrate.ts'
import { roleOf } from '#server/db/serving-role.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { keepPostgres, type Keeping } from './kept-postgres.ts'
import { Refusal, type LaunchSettings } from './launch-settings.ts'

/**
 * A database for the server (which migrates it), and the function that stops it (a no-op when the launcher does not own
 * it).
 */
export interface LaunchedDatabase {
  /** Signs in as the owner of its tables: for migrations and commands. */
  url: string
  /** The role that the server uses; null: the owner. */
  servingRole: string | null
  /** It was already running: another of our programs may be using it. */
  adopted: boolean
  stop(): Promise<void>
}

const DATABASE = 'cartwright'
/** The role of the embedded database that the product signs in as. It owns nothing. */
const SERVING_ROLE = 'cartwright_serving'

/**
 * Starts or reaches the database. With `keeping`, an embedded one is restarted when it dies. Throws Refusal with one
 * sentence when it cannot.
 */
export async function openDatabase(
  { config, databaseUrl, migrationDatabaseUrl }: LaunchSettings,
  keeping: Keeping | null = null,
): Promise<LaunchedDatabase> {
  if (databaseUrl !== null) {
    await reach(databaseUrl)
    const url = migrationDatabaseUrl ?? databaseUrl
    if (migrationDatabaseUrl !== null) await reach(migrationDatabaseUrl)
    await refuseOutdated(url)
    const servingRole = migrationDatabaseUrl === null ? null : namedRole(databaseUrl)
    return { url, servingRole, adopted: true, stop: async () => {} }
  }
  try {
    const options = { folder: join(config.dataDir, 'postgres') }
    const server =
      keeping === null ? await startEmbeddedPostgres(options) : await keepPostgres(options, keeping)
    const url = server.databaseUrl(DATABASE)
    try {
      await createDatabase(server.databaseUrl('postgres'))
      await createServingRole(server.databaseUrl('postgres'))
      await refuseOutdated(url)
    } catch (error) {
      if (!server.adopted) await server.stop()
      throw error
    }
    return { url, servingRole: SERVING_ROLE, adopted: server.adopted, stop: server.stop }
  } catch (error) {
    throw new Refusal((error as Error).message)
  }
}

function namedRole(databaseUrl: string): string {
  try {
    return roleOf(databaseUrl)
  } catch (error) {
    throw new Refusal((error as Error).message)
  }
}

/**
 * The environment that the server starts with: the address of a role that owns nothing, on a database that is already
 * migrated. The embedded database's role gets a new password at each start, which is not stored anywhere.
 */
export async function servingEnvironment(
  { config, databaseUrl }: LaunchSettings,
  { url, servingRole }: LaunchedDatabase,
): Promise<Record<string, string>> {
  if (servingRole === null) return { DATABASE_URL: url }
  if (config.migrateAtStart) await migrate(url, undefined, { servingRole })
  const owners = { MIGRATION_DATABASE_URL: '', MIGRATE_AT_START: '0' }
  if (databaseUrl !== null) return { ...owners, DATABASE_URL: databaseUrl }
  const password = randomBytes(24).toString('base64url')
  await query(url, `alter role ${servingRole} login password '${password}'`)
  const serving = new URL(url)
  serving.username = servingRole
  serving.password = password
  return { ...owners, DATABASE_URL: serving.href }
}

/** Before the server starts on it: the launcher itself reports it, so that it is not lost in a child's log. */
async function refuseOutdated(url: string): Promise<void> {
  try {
    await withClient(url, refuseOutdatedSchema)
  } catch (error) {
    throw error instanceof OutdatedSchema ? new Refusal(error.message) : error
  }
}

async function reach(url: string): Promise<void> {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw new Refusal('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  }
  try {
    await query(url, 'select 1')
  } catch (error) {
    const failure = error as NodeJS.ErrnoException
    const where = new URL(url).host + new URL(url).pathname
    throw new Refusal(
      `The database at ${where} cannot be reached: ${failure.message || failure.code}.`,
    )
  }
}

async function createDatabase(serverUrl: string): Promise<void> {
  const { rows } = await query(serverUrl, `select 1 from pg_database where datname = '${DATABASE}'`)
  if (rows.length === 0) await query(serverUrl, `create database ${DATABASE}`)
}

async function createServingRole(serverUrl: string): Promise<void> {
  const { rows } = await query(
    serverUrl,
    `select 1 from pg_roles where rolname = '${SERVING_ROLE}'`,
  )
  if (rows.length === 0) await query(serverUrl, `create role ${SERVING_ROLE}`)
}

const query = (url: string, statement: string): Promise<pg.QueryResult> =>
  withClient(url, (client) => client.query(statement))

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
