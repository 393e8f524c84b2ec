import type { Pool } from '#server/db/pool.ts'

/** What `migrate` writes and must stay, by schema; fee terms are append-only. */
const KEPT = `('schema_migrations', 'migrations', 'known_crontabs', 'fee_terms')`
/** Tables whose rows are deleted hundreds of times bloat until they are truncated. */
const DELETIONS_PER_TRUNCATE = 50

/**
 * Empties every table of the pool's database, in about 5 ms instead of the half second that a new database takes.
 * Nothing else may use the database.
 */
export async function emptier(pool: Pool): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where (schemaname in ('public', 'auth') or tablename in ('_private_jobs', '_private_job_queues'))
        and tablename not in ${KEPT} order by 1`,
  )
  const names = rows.map(({ name }) => name)
  let deletions = 0
  return async () => {
    deletions += 1
    const gone =
      deletions % DELETIONS_PER_TRUNCATE === 0
        ? `truncate ${names.join(', ')}`
        : names.map((name) => `delete from ${name}`).join('; ')
    // Runs in replica mode, where neither the ledger's triggers nor foreign keys apply.
    await pool.query(`begin; set local session_replication_role = 'replica'; ${gone}; commit`)
  }
}
