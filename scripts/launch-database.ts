import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { keepPostgres, type Keeping } from './kept-postgres.ts'
import { Refusal, type LaunchSettings } from './launch-settings.ts'

/** A database the server can be pointed at (it migrates it), and the way to stop the server under it (nothing when it is not ours). */
export interface LaunchedDatabase {
  url: string
  /** It was running already: another program of ours may be using it. */
  adopted: boolean
  stop(): Promise<void>
}

const DATABASE = 'cartwright'

/**
 * Starts or reaches the database. With `keeping`, one of ours that dies is started again. Throws Refusal with one
 * sentence when it cannot.
 */
export async function openDatabase(
  { config, databaseUrl }: LaunchSettings,
  keeping: Keeping | null = null,
): Promise<LaunchedDatabase> {
  if (databaseUrl !== null) {
    await reach(databaseUrl)
    return { url: databaseUrl, adopted: true, stop: async () => {} }
  }
  try {
    const options = { folder: join(config.dataDir, 'postgres') }
    const server =
      keeping === null ? await startEmbeddedPostgres(options) : await keepPostgres(options, keeping)
    await createDatabase(server.databaseUrl('postgres'))
    return { url: server.databaseUrl(DATABASE), adopted: server.adopted, stop: server.stop }
  } catch (error) {
    throw new Refusal((error as Error).message)
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

async function query(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
