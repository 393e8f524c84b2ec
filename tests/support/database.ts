import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A migrated, empty database for one test. */
export interface FreshDatabase {
  /** Connected as its owner: for what a test sets up outside the product. */
  url: string
  /** Connected as the serving role, where there is one. */
  servingUrl: string
  /** Removes it, even while someone is connected. */
  drop(): Promise<void>
}

/** A new database with every migration applied, cloned from the run's template (takes some 30 ms). */
export function freshDatabase(): Promise<FreshDatabase> {
  return cloneDatabase(inject('templateDatabaseUrl'), inject('servingRole'))
}

/** A new database with nothing in it at all. */
export const emptyDatabase = (): Promise<FreshDatabase> =>
  emptyDatabaseOn(inject('templateDatabaseUrl'))

/** Like `emptyDatabase`, but outside vitest: on the server of a template made by `startTestPostgres`. */
export async function emptyDatabaseOn(templateUrl: string): Promise<FreshDatabase> {
  const server = new URL(templateUrl)
  const name = `${server.pathname.slice(1)}_${randomBytes(5).toString('hex')}`
  server.pathname = '/postgres'
  await run(server.href, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    servingUrl: url.href,
    drop: () => run(server.href, `drop database if exists ${name} with (force)`),
  }
}

/**
 * Like `freshDatabase`, but outside vitest (bench), from a template made by `startTestPostgres`; without a
 * `servingRole` (`user:password`) its owner serves.
 */
export async function cloneDatabase(
  templateUrl: string,
  servingRole?: string,
): Promise<FreshDatabase> {
  const url = new URL(templateUrl)
  const template = url.pathname.slice(1)
  const name = `${template}_${randomBytes(5).toString('hex')}`
  const server = new URL(templateUrl)
  server.pathname = '/postgres'
  // Copying files takes half as long as writing the template's pages through the log.
  await run(server.href, `create database ${name} template ${template} strategy file_copy`)
  url.pathname = `/${name}`
  const serving = new URL(url)
  if (servingRole !== undefined)
    [serving.username = '', serving.password = ''] = servingRole.split(':')
  return {
    url: url.href,
    servingUrl: serving.href,
    drop: () => run(server.href, `drop database if exists ${name} with (force)`),
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
