import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#scripts/embedded-postgres.ts'
import { giveTo, postgresBinaries } from '#scripts/postgres-binaries.ts'
import { until } from '#scripts/processes.ts'
import type { Queryable } from '#server/db/pool.ts'

/** A PostgreSQL that archives its log, and servers recovered from that archive. */
export interface ArchivedPostgres {
  databaseUrl(database: string): string
  /** Copies the running server's files: the base backup that a recovery starts from. */
  baseBackup(): Promise<void>
  /** Resolves once everything written so far is in the archive. */
  archiveAll(): Promise<void>
  /**
   * Ends the server and recovers another one as of a moment, from the base backup and the archive alone. Resolves once
   * the new one accepts writes.
   */
  recover(target: Date): Promise<Pick<EmbeddedPostgres, 'databaseUrl'>>
  /** Ends whatever is running. The folder belongs to the caller. */
  stop(): Promise<void>
}

/**
 * A moment after everything committed so far, and before anything committed after this resolves. In ms, because a Date
 * has no finer unit; a commit's own time has microseconds.
 */
export async function momentOf(db: Queryable): Promise<Date> {
  const now = async () => {
    const { rows } = await db.query<{ ms: string }>(
      'select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
    )
    return Number(rows[0]?.ms)
  }
  const moment = (await now()) + 1
  await until(async () => (await now()) > moment + 1, 5_000, 1)
  return new Date(moment)
}

/** How long archiving a segment of 16 MB may take; ends a wait for a segment that never arrives. */
const ARCHIVE_MS = 120_000

/**
 * Starts a server that archives into a folder beside its own. The command is the one in docs/operations.md: after a
 * crash the same segment is sent again, and must count as archived if it is identical.
 */
export async function startArchivedPostgres(folder: string): Promise<ArchivedPostgres> {
  const [data, base, archive, recovered] = [
    'postgres',
    'base',
    'archive',
    'recovered/postgres',
  ].map((name) => join(folder, name)) as [string, string, string, string]
  const { runAs } = postgresBinaries(null)
  mkdirSync(archive)
  // The server's account writes into the folder, so it must be able to reach it.
  for (const path of [folder, archive]) giveTo(path, runAs)
  const to = `${archive}/%f`
  const server = await startEmbeddedPostgres({
    folder: data,
    disposable: true,
    settings: {
      ...COMMON,
      archive_mode: 'on',
      archive_command: `(test -f ${to} && cmp -s %p ${to}) || (test ! -f ${to} && cp %p ${to}.part && mv ${to}.part ${to})`,
      archive_timeout: '60',
    },
  })
  const running: EmbeddedPostgres[] = [server]
  const at = server.databaseUrl('postgres')
  return {
    databaseUrl: (database) => server.databaseUrl(database),

    async baseBackup() {
      await withClient(at, async (client) => {
        await client.query(`select pg_backup_start('drill', true)`)
        // Its log comes from the archive; the other files may change while they are copied, which the log repairs.
        cpSync(data, base, {
          recursive: true,
          filter: (path) => !/\/(pg_wal\/.+|postmaster\.(pid|opts))$/.test(path),
        })
        const { rows: found } = await client.query<{ labelfile: string }>(
          'select labelfile from pg_backup_stop()',
        )
        writeFileSync(join(base, 'backup_label'), found[0]?.labelfile ?? '')
      })
    },

    async archiveAll() {
      await withClient(at, async (client) => {
        const { rows: found } = await client.query<{ name: string }>(
          'select pg_walfile_name(pg_switch_wal()) as name',
        )
        const last = join(archive, found[0]?.name ?? '')
        if (!(await until(() => existsSync(last), ARCHIVE_MS))) throw new Error('not archived')
      })
    },

    async recover(target) {
      await server.stop()
      mkdirSync(join(folder, 'recovered'))
      cpSync(base, recovered, { recursive: true })
      writeFileSync(join(recovered, 'recovery.signal'), '')
      appendFileSync(
        join(recovered, 'postgresql.auto.conf'),
        [
          `restore_command = 'cp ${archive}/%f %p'`,
          `recovery_target_time = '${target.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          `recovery_target_action = 'promote'`,
          '',
        ].join('\n'),
      )
      chmodSync(recovered, 0o700)
      for (const name of ['', ...readdirSync(recovered, { recursive: true, encoding: 'utf8' })])
        giveTo(join(recovered, name), runAs)
      const again = await startEmbeddedPostgres({ folder: recovered, settings: COMMON })
      running.push(again)
      // It answers as soon as it is consistent, and accepts writes once it has replayed everything.
      const isPromoted = () =>
        withClient(again.databaseUrl('postgres'), async (client) => {
          const { rows: found } = await client.query<{ replays: boolean }>(
            'select pg_is_in_recovery() as replays',
          )
          return found.some(({ replays }) => !replays)
        })
      if (!(await until(isPromoted, ARCHIVE_MS))) throw new Error('not promoted')
      return again
    },

    async stop() {
      for (const one of running) await one.stop()
    },
  }
}

/** Both are thrown away, so nothing has to survive a power cut. */
const COMMON = { fsync: 'off', autovacuum: 'off', jit: 'off', max_connections: '100' }

/** Runs some work on its own connection. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Removes a folder of such servers, once they are stopped. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true })
