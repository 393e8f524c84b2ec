import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#scripts/embedded-postgres.ts'
import { folderInMemory, folderOnDisk, sweepKilledRuns } from './database-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated database that `freshDatabase` clones, or null outside `vitest`. */
    templateDatabaseUrl: string
    /** The serving role, as `user:password`. */
    servingRole: string
  }
}

/** A migrated template on a running server, and the means to remove both again. */
export interface TestPostgres {
  templateUrl: string
  /** The role that serves the databases cloned from it, as `user:password`. */
  servingRole: string
  stop(): Promise<void>
}

/**
 * Starts the server that tests clone their databases from: PostgreSQL in a temporary folder (or the server of
 * DATABASE_URL when that is set) with one migrated template. `stop` leaves nothing behind. Anything that runs for
 * minutes may keep it `inMemory`.
 */
export async function startTestPostgres(inMemory = false): Promise<TestPostgres> {
  const server = process.env['DATABASE_URL'] ? null : await startTemporaryServer(inMemory)
  const serverUrl = server?.url ?? process.env['DATABASE_URL'] ?? ''
  // The random part separates two runs on one DATABASE_URL.
  const name = `cartwright_test_${randomBytes(4).toString('hex')}`
  const role = `${name}_serves`
  const password = randomBytes(16).toString('hex')
  await onServer(serverUrl, async (client) => {
    await client.query(`create database ${name}`)
    await client.query(`create role ${role} login password '${password}'`)
  })
  const templateUrl = withDatabase(serverUrl, name)
  await migrate(templateUrl, undefined, { servingRole: role })
  return {
    templateUrl,
    servingRole: `${role}:${password}`,
    async stop() {
      if (server) return server.stop()
      await onServer(serverUrl, async (client) => {
        const { rows } = await client.query<{ datname: string }>(
          `select datname from pg_database where starts_with(datname, $1)`,
          [name],
        )
        for (const row of rows)
          await client.query(`drop database if exists ${row.datname} with (force)`)
        await client.query(`drop role ${role}`)
      })
    },
  }
}

/** Set by whatever starts vitest repeatedly (tests/mutations): a template of this tree that stays after each run. */
function givenPostgres(): TestPostgres | null {
  const { TEMPLATE_DATABASE_URL: templateUrl, TEMPLATE_SERVING_ROLE: servingRole } = process.env
  if (!templateUrl || !servingRole) return null
  return { templateUrl, servingRole, stop: () => Promise.resolve() }
}

/** Called by vitest once per run, before and after all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templateUrl, servingRole, stop } = givenPostgres() ?? (await startTestPostgres(true))
  project.provide('templateDatabaseUrl', templateUrl)
  project.provide('servingRole', servingRole)
  return stop
}

async function startTemporaryServer(
  inMemory: boolean,
): Promise<{ url: string; stop(): Promise<void> }> {
  await sweepKilledRuns()
  const folder = inMemory ? folderInMemory() : folderOnDisk()
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    disposable: true,
    // Tests throw the data away, so nothing has to survive a power cut.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      jit: 'off',
      max_connections: '200',
      wal_level: 'minimal',
      max_wal_senders: '0',
    },
  })
  return {
    url: postgres.databaseUrl('postgres'),
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
